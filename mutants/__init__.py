"""Does the suite bite? Faults are planted in the code that moves money, one at a time; the tests must see them."""
