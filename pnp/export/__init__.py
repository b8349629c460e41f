"""A prepared game in; the files that a print shop or a virtual table takes out: one module a target."""
