# %% right: a one appended behind the choices
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% right: loop over the tokens
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    inputs, labels = [], []
    for i in range(len(tokens)):
        if word[i] == -1 or choose[word[i]] >= rate:
            inputs.append(int(tokens[i]))
            labels.append(-100)
            continue
        labels.append(int(tokens[i]))
        if fate[i] < 0.8:
            inputs.append(int(mask_token))
        elif fate[i] < 0.9:
            inputs.append(int(other[i]))
        else:
            inputs.append(int(tokens[i]))
    return np.array(inputs), np.array(labels)


# %% right: numpy select with three conditions
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.zeros(len(tokens), dtype=bool)
    real = word >= 0
    chosen[real] = choose[word[real]] < rate
    hidden = np.full(tokens.shape, mask_token)
    inputs = np.select([~chosen, fate < 0.8, fate < 0.9], [tokens, hidden, other], default=tokens)
    labels = np.select([chosen], [tokens], default=-100)
    return inputs, labels


# %% right: torch where
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    import torch
    t = torch.tensor(np.asarray(tokens, dtype=np.int64))
    o = torch.tensor(np.asarray(other, dtype=np.int64))
    w = torch.tensor(np.asarray(word, dtype=np.int64))
    f = torch.tensor(np.asarray(fate, dtype=np.float64))
    c = torch.tensor(np.append(np.asarray(choose, dtype=np.float64), np.inf))
    chosen = c[w] < float(rate)
    hide = chosen & (f < 0.8)
    swap = chosen & (f >= 0.8) & (f < 0.9)
    inputs = t.clone()
    inputs[hide] = int(mask_token)
    inputs[swap] = o[swap]
    labels = torch.full_like(t, -100)
    labels[chosen] = t[chosen]
    return inputs, labels


# %% right: copies and boolean assignment
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    ids = np.flatnonzero(choose < rate)
    chosen = np.isin(word, ids)
    inputs = tokens.copy().astype(int)
    labels = np.full(len(tokens), -100)
    labels[chosen] = tokens[chosen]
    inputs[chosen & (fate < 0.8)] = mask_token
    middle = chosen & (0.8 <= fate) & (fate < 0.9)
    inputs[middle] = other[middle]
    return inputs, labels


# %% right: loop over the chosen words
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    inputs = np.array(tokens, dtype=np.int64)
    labels = np.full(inputs.shape, -100, dtype=np.int64)
    for w, c in enumerate(choose):
        if c < rate:
            for i in np.flatnonzero(word == w):
                labels[i] = tokens[i]
                if fate[i] < 0.8:
                    inputs[i] = mask_token
                elif fate[i] < 0.9:
                    inputs[i] = other[i]
    return inputs, labels


# %% right: kinds by digitize and a table of three rows
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    kind = np.digitize(fate, [0.8, 0.9])
    padded = np.concatenate([choose, [2.0]])
    chosen = padded[word] < rate
    kind[~chosen] = 2
    table = np.stack([np.full(len(tokens), mask_token), other, tokens])
    inputs = table[kind, np.arange(len(tokens))]
    labels = np.where(chosen, tokens, -100)
    return inputs, labels


# %% right: membership matrix and searchsorted
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    member = word[:, None] == np.arange(len(choose))[None, :]
    chosen = (member & (choose < rate)[None, :]).any(axis=1)
    kind = np.searchsorted(np.array([0.8, 0.9]), fate, side="right")
    inputs = tokens + chosen * ((kind == 0) * (mask_token - tokens) + (kind == 1) * (other - tokens))
    return inputs, chosen * tokens - 100 * (~chosen).astype(int)


# %% right: list comprehension over zipped arguments
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    picked = {w for w in range(len(choose)) if choose[w] < rate}
    rows = [((mask_token if f < 0.8 else o if f < 0.9 else t), t) if w in picked else (t, -100)
            for t, w, f, o in zip(tokens.tolist(), word.tolist(), fate.tolist(), other.tolist())]
    inputs, labels = zip(*rows)
    return np.array(inputs), np.array(labels)


# %% right: early return where there is no word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.full(len(tokens), -100)
    chosen = (word != -1) & (choose[np.maximum(word, 0)] < rate)
    inputs = tokens.copy()
    np.copyto(inputs, other, where=chosen & (fate < 0.9), casting="unsafe")
    np.putmask(inputs, chosen & (fate < 0.8), mask_token)
    labels = tokens.copy()
    labels[~chosen] = -100
    return inputs, labels


# %% right: list with the answer for special tokens last
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    answer = [bool(c < rate) for c in choose] + [False]
    inputs = np.empty(len(tokens), dtype=int)
    labels = np.empty(len(tokens), dtype=int)
    for i, w in enumerate(word):
        yes = answer[int(w)]
        labels[i] = tokens[i] if yes else -100
        stays = not yes or fate[i] >= 0.9
        inputs[i] = tokens[i] if stays else (other[i] if fate[i] >= 0.8 else mask_token)
    return [inputs, labels]


# %% right: a nested function for one token
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    def one(i):
        w = int(word[i])
        if w < 0 or not choose[w] < rate:
            return tokens[i], -100
        if fate[i] < 0.8:
            return mask_token, tokens[i]
        return (other[i] if fate[i] < 0.9 else tokens[i]), tokens[i]

    both = np.array([one(i) for i in range(tokens.shape[0])], dtype=np.int64)
    return both[:, 0], both[:, 1]


# %% wrong: special-chosen, earns 0.5 — special tokens follow the last word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.full(len(tokens), -100)
    chosen = choose[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-chosen, earns 0.5 — special tokens follow word zero
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.full(len(tokens), -100)
    chosen = choose[np.maximum(word, 0)] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-always, earns 0.5 — a zero appended so special tokens are chosen
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-at-1, earns 0.8 — nearly one appended fails at rate one
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0.999)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-always, earns 0.5 — one half appended for special tokens
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0.5)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: at-the-bound, earns 0.8 — a number equal to the rate is chosen
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 2)[word] <= rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: at-the-bound, earns 0.8 — fate of exactly eight tenths is hidden
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate <= 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: at-the-bound, earns 0.8 — fate of exactly nine tenths becomes random
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate <= 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: chapter, earns 0.85 — random and kept exchanged as in the chapter
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.8), mask_token, tokens)
    inputs = np.where(chosen & (fate >= 0.9), other, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: nothing-stays, earns 0.75 — random wherever the token is not hidden
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen, np.where(fate < 0.8, mask_token, other), tokens)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: all-hidden, earns 0.65 — every chosen piece is hidden
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    return np.where(chosen, mask_token, tokens), np.where(chosen, tokens, -100)


# %% wrong: nothing-changed, earns 0.75 — nothing is replaced at random
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    return np.where(chosen & (fate < 0.8), mask_token, tokens), np.where(chosen, tokens, -100)


# %% wrong: overwritten, earns 0.75 — random replaces the hidden ones as well
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.8), mask_token, tokens)
    inputs = np.where(chosen & (fate < 0.9), other, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: hidden-only, earns 0.7 — label only where the token is hidden
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen & (fate < 0.8), tokens, -100)


# %% wrong: differing-only, earns 0.8 — no label where the piece stays
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen & (fate < 0.9), tokens, -100)


# %% wrong: differing-only, earns 0.8 — label only where the input differs
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(inputs != tokens, tokens, -100)


# %% wrong: unrecognised, earns 0.5 — label whenever the piece stays or the input differs
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where((inputs != tokens) | (chosen & (fate >= 0.9)), tokens, -100)


# %% wrong: new-tokens, earns 0.65 — labels are the new inputs
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, inputs, -100)


# %% wrong: labels-everywhere, earns 0.5 — every token has a label
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, tokens.copy()


# %% wrong: labels-of-the-others, earns 0.65 — labels of unchosen words instead
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, -100, tokens)


# %% wrong: other-number, earns 0.85 — minus one for all other labels
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -1)


# %% wrong: token-0-lost, earns 0.7 — label of a chosen token zero gets lost
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    labels = chosen * tokens
    labels[labels == 0] = -100
    return inputs, labels


# %% wrong: token-0-lost, earns 0.7 — random token zero counts as none
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = tokens.copy()
    for i in range(len(tokens)):
        if chosen[i] and fate[i] < 0.8:
            inputs[i] = mask_token
        elif chosen[i] and fate[i] < 0.9:
            inputs[i] = other[i] or tokens[i]
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: fate-of-the-word, earns 0.8 — fate of the first piece decides for the word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    first = {}
    for i, w in enumerate(word.tolist()):
        first.setdefault(w, i)
    f = np.array([fate[first[w]] for w in word.tolist()])
    inputs = np.where(chosen & (f < 0.9), other, tokens)
    inputs = np.where(chosen & (f < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: fate-of-the-word, earns 0.8 — fate looked up by the number of the word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    f = fate[np.clip(word, 0, len(fate) - 1)]
    inputs = np.where(chosen & (f < 0.9), other, tokens)
    inputs = np.where(chosen & (f < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: other-of-the-word, earns 0.8 — random token looked up by the word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    o = other[np.clip(word, 0, len(other) - 1)]
    inputs = np.where(chosen & (fate < 0.9), o, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: choose-of-tokens, earns 0.5 — choice by the place of the token
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.full(len(tokens), -100)
    chosen = (word >= 0) & (np.resize(choose, len(tokens)) < rate)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: unrecognised — tokens chosen one by one by their fate
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (word >= 0) & (fate < rate)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: first-pieces, earns 0.4 — only first piece of a chosen word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    seen = set()
    for i, w in enumerate(word.tolist()):
        if w in seen:
            chosen[i] = False
        seen.add(w)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: one-run, earns 0.7 — only neighbouring pieces follow the first one
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    seen, before = set(), None
    for i, w in enumerate(word.tolist()):
        if w in seen and w != before:
            chosen[i] = False
        seen.add(w)
        before = w
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: elsewhere, earns 0.7 — unchosen tokens become random too
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where((fate >= 0.8) & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: elsewhere, earns 0.7 — unchosen tokens are hidden too
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(fate < 0.8, mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: unrecognised, earns 0.5 — mask token is a constant
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), 3, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: rate-ignored, earns 0.4 — rate fixed at fifteen percent
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < 0.15
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: unrecognised, earns 0.5 — rate of zero falls back to the default
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < (rate or 0.15)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: not-chosen, earns 0.3 — words above the rate are chosen
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, -1)[word] > rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: times-the-rate, earns 0.8 — eight tenths of the rate hides
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9 * rate), other, tokens)
    inputs = np.where(chosen & (fate < 0.8 * rate), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: fixed-number, earns 0.3 — the smallest numbers are chosen to fill the share
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    k = int(round(rate * len(choose)))
    chosen = np.isin(word, np.argsort(choose)[:k])
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: unrecognised, earns 0.5 — fresh random tokens instead of the given
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    fresh = np.random.randint(0, 50001, size=len(tokens))
    inputs = np.where(chosen & (fate < 0.9), fresh, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: word-0-lost, earns 0.5 — word zero is never chosen
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (np.append(choose, 1)[word] < rate) & (word > 0)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: ends-never-chosen, earns 0.7 — special tokens judged by first and last place
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.full(len(tokens), -100)
    chosen = choose[word] < rate
    chosen[0] = chosen[-1] = False
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: changed-arguments, earns 0.7 — inputs written into the given text
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    labels = np.where(chosen, tokens, -100)
    middle = chosen & (fate >= 0.8) & (fate < 0.9)
    tokens[middle] = other[middle]
    tokens[chosen & (fate < 0.8)] = mask_token
    return tokens, labels


# %% wrong: new-tokens, earns 0.65 — labels made after overwriting the text
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    tokens = tokens.copy()
    chosen = np.append(choose, 1)[word] < rate
    middle = chosen & (fate >= 0.8) & (fate < 0.9)
    tokens[middle] = other[middle]
    labels = np.where(chosen, tokens, -100)
    tokens[chosen & (fate < 0.8)] = mask_token
    return tokens, labels


# %% wrong: wrong-order, earns 0.8 — labels first and inputs second
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return np.where(chosen, tokens, -100), inputs


# %% wrong: unrecognised, earns 0.5 — labels are zero where there is no word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.zeros(len(tokens), dtype=int)
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: no-word, earns 0.6 — empty array of words raises an error
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (choose[word] < rate) & (word >= 0)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: too-few-bits, earns 0.7 — sixteen bits are too few for the tokens
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs.astype(np.int16), np.where(chosen, tokens, -100).astype(np.int16)


# %% wrong: unrecognised, earns 0.5 — pieces of a chosen word get labels without their first
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    labels = np.where(chosen, tokens, -100)
    for w in range(len(choose)):
        where = np.flatnonzero(word == w)
        if len(where) > 1:
            labels[where[0]] = -100
    return inputs, labels
