print("section-diff")
