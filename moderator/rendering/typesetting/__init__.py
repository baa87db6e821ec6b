"""Drawings as pictures and as pages of a PDF: type, outlines, drawing operators, palettes."""
