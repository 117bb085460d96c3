"""The course's own measurements: each function trains on the embedded data and returns what it saw.

Every one is seeded, takes at most three minutes on two processor cores, and returns its baseline
beside its result.
"""
