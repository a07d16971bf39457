"""A view as a picture: text, SVG or pixels."""
