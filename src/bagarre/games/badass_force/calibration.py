"""What an estimate of the table's aids is shown as.

`front_odds` reckons with habits; how often an announcement with such odds was true is measured in games of scripted and of searching players,
half and half (`python -m bench.estimates --fit`), and that share is shown: of what is shown with x %, about x % is true.
"""

TRUE_SHARE = (
    0, 2, 3, 3, 3, 3, 3, 6, 8, 10,
    10, 10, 10, 14, 14, 16, 16, 16, 16, 19,
    24, 27, 27, 27, 27, 34, 34, 34, 34, 42,
    42, 42, 42, 42, 42, 42, 42, 42, 42, 42,
    44, 44, 44, 44, 46, 46, 49, 49, 49, 49,
    52, 52, 52, 52, 52, 53, 53, 62, 62, 62,
    62, 62, 62, 63, 63, 63, 63, 63, 63, 63,
    63, 63, 66, 66, 69, 69, 69, 71, 76, 77,
    77, 78, 78, 78, 84, 87, 87, 89, 89, 89,
    91, 91, 91, 91, 93, 97, 97, 99, 99, 99,
    100,
)  # fmt: skip
"""By the raw estimate in hundredths; never falling. Learned from 19,541 announcements, one in five of those in 1,200 games of three to six players."""
