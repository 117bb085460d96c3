# %% right: formulas
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% right: step by step
def layer_costs(n, m, d, d_ff):
    counts = {"projections": 2 * m * d * d, "attention": 0, "feed_forward": 0}
    for seen in range(1, n + 1):
        counts["projections"] += (4 + 2) * d * d
        counts["attention"] += 2 * (seen + m) * d
        counts["feed_forward"] += d * d_ff + d_ff * d
    return {**counts, "share": counts["attention"] / sum(counts.values())}


# %% right: floats
def layer_costs(n, m, d, d_ff):
    n, m, d, d_ff = map(float, (n, m, d, d_ff))
    attention = (n**2 + n) * d + 2 * n * m * d
    rest = (6 * n + 2 * m) * d**2, 2 * n * d * d_ff
    return {
        "share": 1 / (1 + sum(rest) / attention),
        "projections": rest[0],
        "attention": attention,
        "feed_forward": rest[1],
    }


# %% right: attention by attention
def layer_costs(n, m, d, d_ff):
    among = {"projections": 4 * n * d * d, "attention": 2 * d * sum(range(n + 1))}
    source = {"projections": 2 * (n + m) * d * d, "attention": 2 * d * n * m}
    counts = {name: among[name] + source[name] for name in among}
    counts["feed_forward"] = sum(a * b for a, b in ((d, d_ff), (d_ff, d))) * n
    counts["share"] = np.float32(counts["attention"] / sum(counts.values()))
    return counts


# %% wrong: all-tokens-seen, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = 2 * n * n * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: own-token-forgotten, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n - 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: nothing-kept, earns 0.3
def layer_costs(n, m, d, d_ff):
    projections = 6 * d**2 * n * (n + 1) // 2 + 2 * n * m * d**2
    attention = 2 * d * sum(i * i + i * m for i in range(1, n + 1))
    feed_forward = n * (n + 1) * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: source-at-each-step, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * n * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: source-not-projected, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: no-cross-attention, earns 0.422
def layer_costs(n, m, d, d_ff):
    projections = 4 * n * d**2
    attention = n * (n + 1) * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: lengths-mixed-up, earns 0.667 — the source has n positions
def layer_costs(n, m, d, d_ff):
    projections = 8 * n * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: no-output, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 4 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: scores-only, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d // 2 + n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: one-matrix, earns 0.833
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: four-times-the-width, earns 0.833
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 8 * n * d * d
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: one-step, earns 0.25
def layer_costs(n, m, d, d_ff):
    projections = 6 * d**2 + 2 * m * d**2
    attention = 2 * d + 2 * m * d
    feed_forward = 2 * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: no-cross-attention + follows-from-the-counts, earns 0.689 — its products alone
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: nothing-kept + follows-from-the-counts, earns 0.711 — of the matrices alone
def layer_costs(n, m, d, d_ff):
    projections = 3 * n * (n + 1) * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: nothing-kept, earns 0.689 — of the first attention alone
def layer_costs(n, m, d, d_ff):
    projections = 2 * n * (n + 1) * d**2 + 2 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: keys-computed-anew, earns 0.689
def layer_costs(n, m, d, d_ff):
    projections = 4 * n * d**2 + n * (n + 1) * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: source-half-counted, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: source-grows, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + n * (n + 1) * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: source-in-the-network, earns 0.833
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * (n + m) * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: share-rounded, earns 0.967
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": round(attention / (projections + attention + feed_forward), 2),
    }


# %% wrong: operations, earns 0.556
def layer_costs(n, m, d, d_ff):
    projections = 12 * n * d**2 + 4 * m * d**2
    attention = 2 * n * (n + 1) * d + 4 * n * m * d
    feed_forward = 4 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: percent, earns 0.967
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": 100 * attention / (projections + attention + feed_forward),
    }


# %% wrong: part-to-part, earns 0.944
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + feed_forward),
    }


# %% wrong: the-rest, earns 0.944
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": 1 - attention / (projections + attention + feed_forward),
    }


# %% wrong: integer-overflow, earns 0.733
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": np.int64(projections).astype(np.int32),
        "attention": np.int64(attention).astype(np.int32),
        "feed_forward": np.int64(feed_forward).astype(np.int32),
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: rounded, earns 0.733
def layer_costs(n, m, d, d_ff):
    n, m, d, d_ff = (np.float32(size) for size in (n, m, d, d_ff))
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: wrong-keys, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "ffn": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: not-a-dictionary
def layer_costs(n, m, d, d_ff):
    return 6 * n * d**2 + 2 * m * d**2 + n * (n + 1) * d + 2 * n * m * d + 2 * n * d * d_ff


# %% wrong: source-grows, earns 0.778 — as the other attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 2 * n * (n + 1) * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / total,
    }


# %% wrong: other-steps, earns 0.5 — one too few
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d**2
    attention = 0
    feed_forward = 0
    for i in range(1, n):
        projections += 6 * d**2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / max(1, projections + attention + feed_forward)
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": share,
    }


# %% wrong: other-steps, earns 0.5 — one too many
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d**2
    attention = 0
    feed_forward = 0
    for i in range(1, n + 2):
        projections += 6 * d**2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / (projections + attention + feed_forward)
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": share,
    }


# %% wrong: unrecognised + all-tokens-seen + one-matrix + follows-from-the-counts, earns 0.333
def layer_costs(n, m, d, d_ff):
    projections = 8 * d**2
    attention = 2 * n * n * d + 2 * n * m * d
    feed_forward = n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: one-step + follows-from-the-counts, earns 0.278 — the first and the last one
def layer_costs(n, m, d, d_ff):
    projections = 6 * d**2 + 2 * m * d**2
    attention = 2 * n * d + 2 * m * d
    feed_forward = 2 * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: tokens-half-counted, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) // 2 * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: source-read-once, earns 0.778
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: lengths-mixed-up, earns 0.667 — each source position sees the source
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * m * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: other-width, earns 0.778 — squared
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d**2 + 2 * n * m * d**2
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: other-width, earns 0.778 — forgotten
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) + 2 * n * m
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: hidden-matrix, earns 0.833
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * d_ff**2
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: hidden-matrix, earns 0.833 — a third one
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff + n * d_ff**2
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: biases-counted + follows-from-the-counts, earns 0.833
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff + n * (d + d_ff)
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: biases-counted, earns 0.667 — in the projections, too
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * (d**2 + d) + 2 * m * (d**2 + d)
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff + n * (d + d_ff)
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: nothing-kept, earns 0.689 — all eight matrices at each step
def layer_costs(n, m, d, d_ff):
    projections = 4 * n * (n + 1) * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }


# %% wrong: divided-whole, earns 0.889
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention // (projections + attention + feed_forward),
    }


# %% wrong: other-parts, earns 0.944 — the projections
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": projections / (projections + attention + feed_forward),
    }


# %% wrong: other-parts, earns 0.944 — with the projections
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d**2 + 2 * m * d**2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": (projections + attention) / (projections + attention + feed_forward),
    }


# %% wrong: unrecognised + follows-from-the-counts — any numbers
def layer_costs(n, m, d, d_ff):
    projections = 1
    attention = 1
    feed_forward = 1
    return {
        "projections": projections,
        "attention": attention,
        "feed_forward": feed_forward,
        "share": attention / (projections + attention + feed_forward),
    }
