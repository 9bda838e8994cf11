"""Packages of Quiver: a tree of files, and from it a .deb, an archive to unpack anywhere, and an image."""
