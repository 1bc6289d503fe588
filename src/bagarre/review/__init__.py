"""Looking back at a finished game: what was luck, what was skill, what could have been known."""

from bagarre.review.curve import Curve, Stride
from bagarre.review.decisions import Decision
from bagarre.review.looking import Review, review

__all__ = ["Curve", "Decision", "Review", "Stride", "review"]
