"""Public models, made ready for Quiver."""
