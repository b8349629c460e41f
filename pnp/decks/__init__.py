"""The faces of a game in a folder of data, and the folder of a new one."""
