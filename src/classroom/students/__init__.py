"""The folder that students get, and what the package adds to their JupyterLab."""
