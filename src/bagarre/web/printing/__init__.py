"""What can be printed: sheets, boards, aids and cards of the games as PDF, from the words, packs and drawings of the product."""
