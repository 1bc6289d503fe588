"""Studies: a grid of variants and tables, the same deals in every cell, seats rotated, until the intervals are narrow enough.

    study = Study.read("is-it-fair.toml")       # or Study(game=…, tables=…, variants=…) from Python
    results = study.run("is-it-fair.study", workers=2)
    results.share(0, 0)                         # the first player's share of the wins in the first cell, with its interval
    results.html("en")                          # the report

What a batch holds depends on the study's description and the batch's number alone, so any number of workers, here or elsewhere, gives the same
results to the byte, and a study that was broken off goes on where it stopped.
"""

from bagarre.lab.study.description import Study, Variant
from bagarre.lab.study.results import Results, Share

__all__ = ["Results", "Share", "Study", "Variant"]
