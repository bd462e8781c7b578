"""Parts that several views draw or say."""
