"""From options to finished files: what is asked, what is printed, how it is written, recorded and compared."""
