"""The cards of the bundled models, each written from what stands in the model's folder."""
