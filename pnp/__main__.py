"""`python -m pnp` in, the command line out."""

from pnp.cli import main

if __name__ == "__main__":
    main()
