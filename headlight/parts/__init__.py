"""What several views draw or say."""
