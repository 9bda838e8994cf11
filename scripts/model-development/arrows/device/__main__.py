"""Feeders do not import this, nor what it imports."""

if __name__ == "__main__":
    from .train import main

    main()
