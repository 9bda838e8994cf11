"""How fast is Quiver against what people would use instead?"""
