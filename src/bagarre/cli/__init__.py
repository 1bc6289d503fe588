"""The command line: `bagarre games | play | simulate | replay | scenario | rules`."""
