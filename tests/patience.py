"""How long tests wait. Waiting ends on a sign; only a sign that never comes is waited for until the patience ends."""

import os

PATIENCE = float(os.environ.get("BAGARRE_TEST_PATIENCE", "") or 600)
"""Seconds after which something that was waited for is given up: far more than the slowest machine needs."""
