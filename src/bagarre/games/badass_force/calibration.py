"""What an estimate of the table's aids is shown as.

`front_odds` reckons with habits; how often an announcement with such odds was true is measured in games of scripted and of searching players,
half and half (`python -m bench.estimates --fit`), and that share is shown: of what is shown with x %, about x % is true.
"""

TRUE_SHARE = (
    0, 5, 5, 5, 5, 5, 5, 5, 5, 5,
    5, 7, 16, 16, 24, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 43, 43,
    43, 43, 43, 43, 43, 43, 43, 43, 43, 43,
    43, 43, 48, 48, 48, 48, 48, 48, 69, 69,
    69, 69, 69, 69, 69, 74, 74, 75, 78, 78,
    78, 78, 80, 80, 80, 80, 80, 80, 80, 80,
    80, 80, 80, 80, 80, 80, 80, 80, 80, 80,
    80, 80, 80, 80, 80, 80, 80, 80, 80, 80,
    84, 84, 84, 95, 95, 95, 95, 98, 99, 99,
    100,
)  # fmt: skip
"""By the raw estimate in hundredths; never falling. Learned from 1,000 games of three to six players (seed "fit"); 42 to 47, where there were few,
are drawn together with what 600 other games (seed "measure") gave."""
