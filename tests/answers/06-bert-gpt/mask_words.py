# %% right: a number more for the special tokens
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% right: token by token
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    inputs, labels = [], []
    for i, token in enumerate(tokens.tolist()):
        if word[i] == -1 or choose[word[i]] >= rate:
            inputs.append(token)
            labels.append(-100)
            continue
        labels.append(token)
        if fate[i] < 0.8:
            inputs.append(mask_token)
        elif fate[i] < 0.9:
            inputs.append(other[i])
        else:
            inputs.append(token)
    return inputs, labels


# %% right: torch — word by word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    import torch

    tokens, word, fate, other = (torch.tensor(a) for a in (tokens, word, fate, other))
    inputs, labels = tokens.clone(), torch.full_like(tokens, -100)
    for w, number in enumerate(choose):
        if number < rate:
            mine = word == w
            labels[mine] = tokens[mine]
            inputs[mine & (fate < 0.9)] = other[mine & (fate < 0.9)]
            inputs[mine & (fate < 0.8)] = mask_token
    return inputs, labels


# %% right: kinds counted
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.isin(word, np.flatnonzero(choose < rate))
    kind = np.where(chosen, (fate >= 0.8).astype(int) + (fate >= 0.9), 2)
    inputs = np.choose(kind, [np.full_like(tokens, mask_token), other, tokens])
    return inputs, tokens * chosen - 100 * ~chosen


# %% wrong: chapter, earns 0.85
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate >= 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: all-hidden, earns 0.65
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    return np.where(chosen, mask_token, tokens), np.where(chosen, tokens, -100)


# %% wrong: fate-of-the-word, earns 0.8
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    inputs, labels = tokens.copy(), np.full_like(tokens, -100)
    for w in range(len(choose)):
        if choose[w] < rate:
            mine = np.flatnonzero(word == w)
            labels[mine] = tokens[mine]
            if fate[mine[0]] < 0.8:
                inputs[mine] = mask_token
            elif fate[mine[0]] < 0.9:
                inputs[mine] = other[mine]
    return inputs, labels


# %% wrong: special-chosen, earns 0.5
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = choose[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-chosen + hidden-only, earns 0.45
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = choose[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    right = np.append(choose, 1)[word] < rate
    return inputs, np.where(right & (fate < 0.8), tokens, -100)


# %% wrong: not-chosen, earns 0.3
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0)[word] > rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: labels-everywhere, earns 0.5
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    return np.where(chosen & (fate < 0.8), mask_token, inputs), tokens


# %% wrong: labels-of-all-words, earns 0.65
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(word >= 0, tokens, -100)


# %% wrong: hidden-only, earns 0.7
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(inputs == mask_token, tokens, -100)


# %% wrong: differing-only, earns 0.8
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(inputs != tokens, tokens, -100)


# %% wrong: new-tokens, earns 0.65
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    tokens = np.where(chosen & (fate < 0.9), other, tokens)
    tokens = np.where(chosen & (fate < 0.8), mask_token, tokens)
    return tokens, np.where(chosen, tokens, -100)


# %% wrong: other-number, earns 0.85 — 0
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, tokens * chosen


# %% wrong: at-the-bound, earns 0.8 — `<=` for `<`
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 2)[word] <= rate
    inputs = np.where(chosen & (fate <= 0.9), other, tokens)
    inputs = np.where(chosen & (fate <= 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: at-the-bound, earns 0.8 — `>` for `>=`
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate > 0.8) & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: no-word, earns 0.6
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (choose[word] < rate) & (word >= 0)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: too-few-bits, earns 0.7
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs.astype(np.int16), np.where(chosen, tokens, -100).astype(np.int16)


# %% wrong: not-a-tuple
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    return np.where(chosen & (fate < 0.8), mask_token, inputs)


# %% wrong: special-always, earns 0.5
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: first-pieces, earns 0.4
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.zeros(len(tokens), dtype=bool)
    for w, number in enumerate(choose):
        if number < rate:
            chosen[word.tolist().index(w)] = True
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: elsewhere, earns 0.7 — neither step has `chosen &`
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(fate < 0.9, other, tokens)
    inputs = np.where(fate < 0.8, mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: elsewhere, earns 0.7 — the second step has no `chosen &`
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(fate < 0.8, mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: elsewhere, earns 0.7 — the first step has no `chosen &`
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where((fate >= 0.8) & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: overwritten, earns 0.75
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.8), mask_token, tokens)
    inputs = np.where(chosen & (fate < 0.9), other, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: nothing-stays, earns 0.75
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen, other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: nothing-changed, earns 0.75
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.8), mask_token, tokens)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: wrong-order, earns 0.8
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return np.where(chosen, tokens, -100), inputs


# %% wrong: chapter, earns 0.85 — and in the wrong order
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate >= 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return np.where(chosen, tokens, -100), inputs


# %% wrong: elsewhere, earns 0.7 — the first np.where without chosen &
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(fate < 0.9, other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-always, earns 0.5 — appended 0.5
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0.5)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: word-0-lost, earns 0.5 — word > 0
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (np.append(choose, 1)[word] < rate) & (word > 0)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: rate-ignored, earns 0.4 — rate fixed at 0.15
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < 0.15
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: other-of-the-word, earns 0.8 — other is read by the word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other[word], tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: ends-never-chosen, earns 0.7 — special tokens found as the first and last token
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    chosen[0] = chosen[-1] = False
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: fixed-number, earns 0.3 — a fixed number of words
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    k = round(rate * len(choose))
    chosen = np.isin(word, np.argsort(choose)[:k])
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: at-least-one, earns 0.6 — at least one word is always chosen
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    flags = choose < rate
    if len(choose) and not flags.any():
        flags[np.argmin(choose)] = True
    chosen = np.append(flags, False)[word]
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: few-digits, earns 0.7 — random numbers rounded to two digits
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    choose, fate = np.round(choose, 2), np.round(fate, 2)
    chosen = np.append(choose, 2)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: mask-token-lost, earns 0.7 — a chosen piece with the number of the mask token is
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (np.append(choose, 1)[word] < rate) & (tokens != mask_token)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: few-digits, earns 0.7 — floats of 16 bits
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    choose, fate = np.append(choose, 1).astype(np.float16), fate.astype(np.float16)
    chosen = choose[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-at-1, earns 0.8
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 0.999)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: unrecognised, earns 0.5 — all is chosen where there is no word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (word >= 0) & (choose[word] < rate) if len(choose) else word < 0
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: special-chosen, earns 0.5 — with word 0
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    if len(choose) == 0:
        return tokens.copy(), np.full(len(tokens), -100)
    chosen = choose[np.maximum(word, 0)] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: labels-of-the-others, earns 0.65
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, -100, tokens)


# %% wrong: token-0-lost, earns 0.7 — in the labels
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    labels = chosen * tokens
    labels[labels == 0] = -100
    return inputs, labels


# %% wrong: token-0-lost, earns 0.7 — among the random tokens
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = tokens.copy()
    for i in range(len(tokens)):
        if chosen[i] and fate[i] < 0.8:
            inputs[i] = mask_token
        elif chosen[i] and fate[i] < 0.9:
            inputs[i] = other[i] or tokens[i]
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: one-run, earns 0.7
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


# %% wrong: fate-of-the-word, earns 0.8 — at the number of the word
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    f = fate[np.clip(word, 0, len(fate) - 1)]
    inputs = np.where(chosen & (f < 0.9), other, tokens)
    inputs = np.where(chosen & (f < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: new-tokens, earns 0.65 — some of them
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    tokens = tokens.copy()
    chosen = np.append(choose, 1)[word] < rate
    middle = chosen & (fate >= 0.8) & (fate < 0.9)
    tokens[middle] = other[middle]
    labels = np.where(chosen, tokens, -100)
    tokens[chosen & (fate < 0.8)] = mask_token
    return tokens, labels


# %% wrong: unrecognised, earns 0.5 — a rate of 0 is taken for none given
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < (rate or 0.15)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: choose-of-tokens, earns 0.5 — the index of the token
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.array([word[i] >= 0 and choose[i] < rate for i in range(len(word))])
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: choose-of-tokens, earns 0.5 — stretched
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = (np.resize(choose, len(word)) < rate) & (word >= 0)
    inputs = np.where(chosen & (fate < 0.9), other, tokens)
    inputs = np.where(chosen & (fate < 0.8), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: times-the-rate, earns 0.8
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = np.where(chosen & (fate < 0.9 * rate), other, tokens)
    inputs = np.where(chosen & (fate < 0.8 * rate), mask_token, inputs)
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: in-turn, earns 0.8
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    fate = iter(fate)
    inputs = tokens.copy()
    for i in np.flatnonzero(chosen):
        f = next(fate)
        inputs[i] = mask_token if f < 0.8 else other[i] if f < 0.9 else tokens[i]
    return inputs, np.where(chosen, tokens, -100)


# %% wrong: in-turn, earns 0.8 — and the other tokens
def mask_words(tokens, word, choose, fate, other, rate, mask_token):
    chosen = np.append(choose, 1)[word] < rate
    inputs = tokens.copy()
    for n, i in enumerate(np.flatnonzero(chosen)):
        f = fate[n]
        inputs[i] = mask_token if f < 0.8 else other[n] if f < 0.9 else tokens[i]
    return inputs, np.where(chosen, tokens, -100)
