"""What was built or found in, lists, costs and guides for people out."""
