"""The studio: everything that the commands do, in a browser on the same machine."""
