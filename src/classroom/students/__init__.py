"""What students and the public get, and what the package adds to students' JupyterLab."""
