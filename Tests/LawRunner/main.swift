print("laws")
