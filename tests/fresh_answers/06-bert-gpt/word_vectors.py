# %% right: sum of the slice and a boolean mean
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = int(word.max()) + 1
    return np.array([top[word == w].mean(axis=0) for w in range(words)]).reshape(words, H.shape[2])


# %% right: add at with counts
def word_vectors(H, word):
    top = np.sum(H[-4:], axis=0, dtype=float)
    inside = word >= 0
    words = max(word) + 1
    out = np.zeros((words, top.shape[1]))
    count = np.zeros(words)
    np.add.at(out, word[inside], top[inside])
    np.add.at(count, word[inside], 1)
    return out / count[:, None]


# %% right: membership matrix times the token table
def word_vectors(H, word):
    words = int(np.max(word)) + 1
    member = (np.arange(words)[:, None] == word[None, :]).astype(float)
    member /= member.sum(axis=1, keepdims=True)
    return member @ H[-4:].sum(axis=0)


# %% right: torch index add
def word_vectors(H, word):
    import torch
    h = torch.tensor(np.asarray(H, dtype=np.float64))
    w = torch.tensor(np.asarray(word, dtype=np.int64))
    top = h[-4:].sum(dim=0)[w >= 0]
    w = w[w >= 0]
    words = int(w.max()) + 1 if len(w) else 0
    out = torch.zeros(words, h.shape[2], dtype=torch.float64).index_add_(0, w, top)
    count = torch.bincount(w, minlength=words).to(torch.float64)
    return out / count.unsqueeze(1)


# %% right: plain loops over lists
def word_vectors(H, word):
    layers, n, d = H.shape
    words = 0
    for i in range(n):
        if word[i] + 1 > words:
            words = int(word[i]) + 1
    out = [[0.0] * d for _ in range(words)]
    count = [0] * words
    for i in range(n):
        w = int(word[i])
        if w == -1:
            continue
        count[w] += 1
        for l in range(max(0, layers - 4), layers):
            for j in range(d):
                out[w][j] += float(H[l, i, j])
    for w in range(words):
        for j in range(d):
            out[w][j] /= count[w]
    return np.array(out).reshape(words, d)


# %% right: bincount for each column
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    keep = word > -1
    pieces = np.bincount(word[keep])
    columns = [np.bincount(word[keep], weights=top[keep, j]) / pieces for j in range(top.shape[1])]
    return np.stack(columns, axis=1)


# %% right: pieces gathered in a dictionary
def word_vectors(H, word):
    pieces = {}
    for i, w in enumerate(word.tolist()):
        if w >= 0:
            pieces.setdefault(w, []).append(H[-4:, i].sum(axis=0))
    rows = [np.mean(pieces[w], axis=0) for w in sorted(pieces)]
    return np.array(rows).reshape(len(rows), H.shape[-1])


# %% right: stable sort and reduceat
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    order = np.argsort(word, kind="stable")
    order = order[word[order] >= 0]
    if len(order) == 0:
        return np.zeros((0, H.shape[2]))
    ids, start, count = np.unique(word[order], return_index=True, return_counts=True)
    return np.add.reduceat(top[order], start, axis=0) / count[:, None]


# %% right: one einsum with weights for layers and tokens
def word_vectors(H, word):
    layers = H.shape[0]
    use = (np.arange(layers) >= layers - 4).astype(float)
    member = np.array([word == w for w in range(word.max() + 1)], dtype=float).reshape(-1, len(word))
    return np.einsum("l,wi,lid,w->wd", use, member, H, 1 / member.sum(axis=1))


# %% right: running mean of each word
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = int(word.max()) + 1
    out = np.zeros((words, H.shape[2]))
    seen = [0] * words
    for w, v in zip(word, top):
        if w >= 0:
            seen[w] += 1
            out[w] += (v - out[w]) / seen[w]
    return out


# %% right: pseudoinverse of the membership matrix
def word_vectors(H, word):
    words = int(word.max()) + 1
    if words == 0:
        return np.zeros((0, H.shape[2]))
    member = (word[:, None] == np.arange(words)).astype(float)
    return np.linalg.pinv(member) @ H[-4:].sum(axis=0)


# %% right: mean over pieces first and layers afterwards
def word_vectors(H, word):
    words = int(word.max()) + 1
    out = np.zeros((words, H.shape[2]))
    for w in range(words):
        for l in range(len(H) - 1, max(-1, len(H) - 5), -1):
            out[w] += H[l][word == w].mean(axis=0)
    return out


# %% right: masked array mean
def word_vectors(H, word):
    top = H[-4:].sum(axis=0).astype(float)
    out = np.empty((int(word.max()) + 1, top.shape[1]))
    for w in range(len(out)):
        hide = np.repeat((word != w)[:, None], top.shape[1], axis=1)
        out[w] = np.ma.masked_array(top, mask=hide).mean(axis=0).data
    return out


# %% right: an extra bin for special tokens thrown away
def word_vectors(H, word):
    layers, n, d = H.shape
    words = int(word.max()) + 1
    bins = np.where(word < 0, words, word)
    out = np.zeros((words + 1, d))
    for i in range(n):
        out[bins[i]] = out[bins[i]] + H[max(layers - 4, 0):, i, :].sum(axis=0)
    count = np.bincount(bins, minlength=words + 1)
    return out[:words] / count[:words].reshape(-1, 1)


# %% wrong: lowest-layers, earns 0.5 — the first four layers
def word_vectors(H, word):
    top = H[:4].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: top-layer, earns 0.4 — only the last layer
def word_vectors(H, word):
    top = H[-1]
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: all-layers, earns 0.5 — all layers added up
def word_vectors(H, word):
    top = H.sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: layers-averaged, earns 0.7 — mean of the last four layers
def word_vectors(H, word):
    top = H[-4:].mean(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: unrecognised, earns 0.5 — mean of layers times four even with fewer layers
def word_vectors(H, word):
    top = H[-4:].mean(axis=0) * 4
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: pieces-added, earns 0.6 — sum over the pieces
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].sum(axis=0) for w in range(word.max() + 1)])


# %% wrong: one-piece, earns 0.4 — only the first piece of each word
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[np.flatnonzero(word == w)[0]] for w in range(word.max() + 1)])


# %% wrong: one-piece, earns 0.4 — only the last piece of each word
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = np.zeros((word.max() + 1, H.shape[2]))
    for i, w in enumerate(word):
        if w >= 0:
            out[w] = top[i]
    return out


# %% wrong: special-counted, earns 0.5 — special tokens wrap into the last word
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = word.max() + 1
    out = np.zeros((words, H.shape[2]))
    count = np.zeros(words)
    for i, w in enumerate(word):
        out[w] += top[i]
        count[w] += 1
    return out / count[:, None]


# %% wrong: unrecognised — special tokens are counted in the last word
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = word.max() + 1
    out = np.zeros((words, H.shape[2]))
    count = np.zeros(words)
    np.add.at(out, word[word >= 0], top[word >= 0])
    np.add.at(count, word, 1)
    return out / count[:, None]


# %% wrong: row-of-special, earns 0.5 — special tokens get a row in front
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in np.unique(word)])


# %% wrong: special-counted, earns 0.5 — special tokens taken for word zero
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    near = np.maximum(word, 0)
    return np.array([top[near == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: by-appearance, earns 0.7 — words in the order of appearance
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    order = dict.fromkeys(w for w in word.tolist() if w >= 0)
    return np.array([top[word == w].mean(axis=0) for w in order])


# %% wrong: wrong-shape, earns 0.5 — each run of pieces is a word
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = []
    start = 0
    for i in range(1, len(word) + 1):
        if i == len(word) or word[i] != word[start]:
            if word[start] >= 0:
                out.append(top[start:i].mean(axis=0))
            start = i
    return np.array(out)


# %% wrong: between, earns 0.7 — everything from first to last piece
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = []
    for w in range(word.max() + 1):
        where = np.flatnonzero(word == w)
        out.append(top[where[0]:where[-1] + 1].mean(axis=0))
    return np.array(out)


# %% wrong: one-run, earns 0.7 — the last run of a split word overwrites
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = np.zeros((word.max() + 1, H.shape[2]))
    start = 0
    for i in range(1, len(word) + 1):
        if i == len(word) or word[i] != word[start]:
            if word[start] >= 0:
                out[word[start]] = top[start:i].mean(axis=0)
            start = i
    return out


# %% wrong: other-layers, earns 0.5 — slice leaves out the top layer
def word_vectors(H, word):
    top = H[-5:-1].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: other-layers, earns 0.5 — five layers instead of four
def word_vectors(H, word):
    top = H[-5:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: other-layers, earns 0.5 — three layers instead of four
def word_vectors(H, word):
    top = H[-3:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: few-layers, earns 0.7 — layer index wraps around below four layers
def word_vectors(H, word):
    layers = len(H)
    top = 0
    for l in range(layers - 4, layers):
        if l >= -layers:
            top = top + H[l]
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: few-layers, earns 0.7 — last layer alone when fewer than four
def word_vectors(H, word):
    top = H[-4:].sum(axis=0) if len(H) >= 4 else H[-1]
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: few-layers, earns 0.7 — negative start of the slice below four layers
def word_vectors(H, word):
    top = H[len(H) - 4:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: unrecognised — maximum over the pieces
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].max(axis=0) for w in range(word.max() + 1)])


# %% wrong: unrecognised — median over the pieces
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([np.median(top[word == w], axis=0) for w in range(word.max() + 1)])


# %% wrong: unrecognised — divided by the number of tokens
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].sum(axis=0) / len(word) for w in range(word.max() + 1)])


# %% wrong: unrecognised — averages pairwise so later pieces weigh more
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = {}
    for i, w in enumerate(word.tolist()):
        if w >= 0:
            out[w] = (out[w] + top[i]) / 2 if w in out else top[i]
    return np.array([out[w] for w in sorted(out)])


# %% wrong: last-word-lost, earns 0.5 — last word forgotten
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max())]).reshape(-1, H.shape[2])


# %% wrong: special-expected, earns 0.6 — number of words assumes special tokens are there
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = len(np.unique(word)) - 1
    return np.array([top[word == w].mean(axis=0) for w in range(words)]).reshape(words, H.shape[2])


# %% wrong: wrong-shape — number of words counts the special ones
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = len(set(word.tolist()))
    out = np.zeros((words, H.shape[2]))
    for w in range(words):
        if (word == w).any():
            out[w] = top[word == w].mean(axis=0)
    return out


# %% wrong: wrong-shape, earns 0.5 — number of words read off the last piece
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    words = word[word >= 0][-1] + 1
    return np.array([top[word == w].mean(axis=0) for w in range(words)])


# %% wrong: word-0-lost, earns 0.5 — word zero skipped as if special
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = np.zeros((word.max() + 1, H.shape[2]))
    for w in range(word.max() + 1):
        if w:
            out[w] = top[word == w].mean(axis=0)
    return out


# %% wrong: ends-lost, earns 0.7 — first and last token dropped as special
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)[1:-1]
    inner = word[1:-1]
    words = word.max() + 1
    out = np.zeros((words, H.shape[2]))
    for w in range(words):
        if (inner == w).any():
            out[w] = top[inner == w].mean(axis=0)
    return out


# %% wrong: changed-arguments, earns 0.7 — adds up into the layers of the input
def word_vectors(H, word):
    top = H[-1]
    for l in H[-4:-1]:
        top += l
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: concatenated, earns 0.5 — last four layers joined side by side
def word_vectors(H, word):
    top = np.concatenate(list(H[-4:]), axis=1)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)])


# %% wrong: transposed — result transposed
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)]).T


# %% wrong: axis-of-length-1, earns 0.8 — width one squeezed away
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in range(word.max() + 1)]).squeeze()


# %% wrong: row-of-each-token, earns 0.3 — one vector for each token again
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([top[word == w].mean(axis=0) for w in word])


# %% wrong: unrecognised — vectors cut to whole numbers
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    out = np.zeros((word.max() + 1, H.shape[2]), dtype=int)
    for w in range(len(out)):
        out[w] = top[word == w].mean(axis=0)
    return out


# %% wrong: unrecognised — one number for each word over the width too
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    one = np.array([top[word == w].mean() for w in range(word.max() + 1)])
    return np.repeat(one[:, None], H.shape[2], axis=1)


# %% wrong: unrecognised, earns 0.5 — repeated pieces counted once
def word_vectors(H, word):
    top = H[-4:].sum(axis=0)
    return np.array([np.unique(top[word == w], axis=0).mean(axis=0) for w in range(word.max() + 1)])
