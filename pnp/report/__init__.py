"""Lists, costs and guides for people, from what was built or found."""
