"""`python -m bagarre`: the command, where it is not on the path."""

from bagarre.cli.main import main

if __name__ == "__main__":
    main()
