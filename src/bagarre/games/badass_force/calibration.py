"""What an estimate of the table's aids is shown as.

`front_odds` reckons with habits; how often an announcement with such odds was true is measured in games of scripted and of searching players,
half and half (`python -m bench.estimates --fit`), and that share is shown: of what is shown with x %, about x % is true.
"""

TRUE_SHARE = (
    0, 4, 4, 4, 4, 5, 6, 6, 6, 6,
    6, 6, 11, 17, 23, 29, 29, 29, 29, 29,
    29, 29, 29, 29, 30, 31, 33, 33, 37, 37,
    37, 37, 37, 37, 37, 37, 37, 38, 38, 38,
    38, 41, 43, 43, 43, 43, 43, 51, 55, 59,
    60, 63, 69, 71, 75, 77, 77, 78, 78, 78,
    78, 80, 80, 80, 80, 80, 80, 80, 80, 80,
    80, 80, 80, 80, 80, 80, 80, 80, 80, 80,
    80, 80, 80, 80, 80, 80, 80, 80, 80, 80,
    80, 80, 84, 93, 94, 94, 94, 97, 99, 99,
    100,
)  # fmt: skip
"""By the raw estimate in hundredths; never falling. Learned from 10,000 games of three to six players (seed "first-game")."""
