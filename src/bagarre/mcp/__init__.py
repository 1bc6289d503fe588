"""A language model at the table: a server of the Model Context Protocol (`bagarre mcp`, docs/mcp.md). It needs the extra `mcp`."""
