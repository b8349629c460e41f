"""Exports of a prepared game for print shops, virtual tables and cutting machines, with one module for each target."""
