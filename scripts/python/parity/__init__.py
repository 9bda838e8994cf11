"""Does Quiver find what the model finds elsewhere?"""
