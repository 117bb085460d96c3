# %% right: ink by ink
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% right: rolled as far as the ink allows
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, h, w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = np.where(ok, new_labels, labels)
    x = images.copy()
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        ink = (x[b] != paper[:, None, None]).any(axis=0)
        if ink.any():
            r, c = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
            down = min(max(moves[b, 0], -r[0]), h - 1 - r[-1])
            right = min(max(moves[b, 1], -c[0]), w - 1 - c[-1])
            x[b] = np.roll(x[b], (down, right), axis=(1, 2))
    T = np.eye(becomes.shape[1])[y]
    s = shares.reshape(n, 1, 1, 1)
    return s * x + (1 - s) * x[partners], shares[:, None] * T + (1 - shares)[:, None] * T[partners]


# %% right: lists and a dictionary
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, h, w = images.shape
    paper = list(paper)
    new, target = [], []
    for b in range(n):
        table = {}
        label, k = int(labels[b]), int(changes[b])
        after = int(becomes[k][label])
        if after == -1:
            k, after = 0, label
        for i in range(h):
            for j in range(w):
                pixel = list(images[b, :, i, j])
                if pixel != paper:
                    table[(h - 1 - i if k >= 2 else i, w - 1 - j if k % 2 else j)] = pixel
        down, right = map(int, moves[b])
        while any(i + down < 0 for i, j in table):
            down += 1
        while any(i + down >= h for i, j in table):
            down -= 1
        while any(j + right < 0 for i, j in table):
            right += 1
        while any(j + right >= w for i, j in table):
            right -= 1
        picture = [[[paper[c]] * w for _ in range(h)] for c in range(channels)]
        for (i, j), pixel in table.items():
            for c in range(channels):
                picture[c][i + down][j + right] = pixel[c]
        new.append(np.array(picture))
        target.append(np.array([float(kind == after) for kind in range(len(becomes[0]))]))
    pairs = [(b, int(partners[b]), float(shares[b])) for b in range(n)]
    return (
        [s * new[b] + (1 - s) * new[p] for b, p, s in pairs],
        [s * target[b] + (1 - s) * target[p] for b, p, s in pairs],
    )


# %% right: PyTorch in float32
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    import torch

    x, y = torch.tensor(images, dtype=torch.float32), torch.tensor(labels)
    changes, becomes = torch.tensor(changes), torch.tensor(becomes)
    after = becomes[changes, y]
    changes = torch.where(after < 0, 0, changes)
    y = torch.where(after < 0, y, after)
    across, upright = (changes % 2 == 1)[:, None, None, None], (changes >= 2)[:, None, None, None]
    x = torch.where(across, x.flip(3), x)
    x = torch.where(upright, x.flip(2), x)
    background = torch.tensor(paper, dtype=torch.float32)[:, None, None]
    out = []
    for image, (down, right) in zip(x, moves.tolist(), strict=False):
        rows, columns = ((image - background).abs().sum(dim=0) > 0).nonzero(as_tuple=True)
        moved = background.expand_as(image).clone()
        if rows.numel():
            down = max(-rows.min().item(), min(down, image.shape[1] - 1 - rows.max().item()))
            right = max(
                -columns.min().item(), min(right, image.shape[2] - 1 - columns.max().item())
            )
            moved[:, rows + down, columns + right] = image[:, rows, columns]
        out.append(moved)
    out = torch.stack(out)
    targets = torch.nn.functional.one_hot(y, becomes.shape[1]).float()
    s, partners = torch.tensor(shares, dtype=torch.float32), torch.tensor(partners)
    return torch.lerp(out[partners], out, s[:, None, None, None]), torch.lerp(
        targets[partners], targets, s[:, None]
    )


# %% right: padded and cut out
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            h, w = images.shape[2:]
            wide = np.stack(
                [
                    np.pad(one, ((h, h), (w, w)), constant_values=p)
                    for one, p in zip(image, paper, strict=False)
                ]
            )
            out = wide[:, h - move[0] : 2 * h - move[0], w - move[1] : 2 * w - move[1]]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% right: a matrix that mixes
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, h, w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = np.where(ok, new_labels, labels)
    x = images.copy()
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        ink = (x[b] != paper[:, None, None]).any(axis=0)
        if ink.any():
            r, c = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
            down = min(max(moves[b, 0], -r[0]), h - 1 - r[-1])
            right = min(max(moves[b, 1], -c[0]), w - 1 - c[-1])
            x[b] = np.roll(x[b], (down, right), axis=(1, 2))
    T = np.eye(becomes.shape[1])[y]
    M = np.zeros((n, n))
    M[np.arange(n), np.arange(n)] += shares
    M[np.arange(n), partners] += 1 - shares
    return np.tensordot(M, x, axes=1), M @ T


# %% right: argmax finds the first ink
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, _h, _w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = np.where(ok, new_labels, labels)
    x = images.copy()
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        ink = (x[b] != paper[:, None, None]).any(axis=0)
        r, c = ink.max(axis=1), ink.max(axis=0)
        down = np.clip(moves[b, 0], -r.argmax(), r[::-1].argmax())
        right = np.clip(moves[b, 1], -c.argmax(), c[::-1].argmax())
        x[b] = np.roll(np.roll(x[b], down, axis=1), right, axis=2)
    T = np.eye(becomes.shape[1])[y]
    s = shares.reshape(n, 1, 1, 1)
    return s * x + (1 - s) * x[partners], shares[:, None] * T + (1 - shares)[:, None] * T[partners]


# %% right: step by step until ink would leave
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    def ink(image):
        return (image != paper[:, None, None]).any(axis=0)

    def one_step(image, axis, step):
        edge = ink(image).take(-1 if step > 0 else 0, axis=axis)
        return image if edge.any() else np.roll(image, step, axis=axis + 1)

    x, y = [], []
    for b, image in enumerate(images):
        k = changes[b] if becomes[changes[b], labels[b]] != -1 else 0
        image = {0: image, 1: image[:, :, ::-1], 2: image[:, ::-1], 3: image[:, ::-1, ::-1]}[int(k)]
        for axis in (0, 1):
            for _ in range(abs(moves[b, axis])):
                image = one_step(image, axis, np.sign(moves[b, axis]))
        x.append(image)
        y.append(labels[b] if k == 0 else becomes[k, labels[b]])
    T = (np.array(y)[:, None] == np.arange(becomes.shape[1])) * 1.0
    both = [
        (x[b] * s + x[p] * (1 - s), T[b] * s + T[p] * (1 - s))
        for b, (p, s) in enumerate(zip(partners, shares, strict=False))
    ]
    return np.stack([one[0] for one in both]), np.stack([one[1] for one in both])


# %% right: rot90 and fliplr on the last axes
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change == 1:
                image = np.flip(image, -1)
            elif change == 2:
                image = np.flip(image, -2)
            elif change == 3:
                image = np.rot90(image, 2, axes=(1, 2))
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% right: targets added up in place
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    soft = np.zeros_like(targets)
    y = targets.argmax(axis=1)
    np.add.at(soft, (np.arange(len(y)), y), shares)
    np.add.at(soft, (np.arange(len(y)), y[partners]), 1 - shares)
    return mixed, soft


# %% wrong: label-kept, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: label-kept, earns 0.4 — the whole array
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, h, w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = labels
    x = images.copy()
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        ink = (x[b] != paper[:, None, None]).any(axis=0)
        if ink.any():
            r, c = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
            down = min(max(moves[b, 0], -r[0]), h - 1 - r[-1])
            right = min(max(moves[b, 1], -c[0]), w - 1 - c[-1])
            x[b] = np.roll(x[b], (down, right), axis=(1, 2))
    T = np.eye(becomes.shape[1])[y]
    s = shares.reshape(n, 1, 1, 1)
    return s * x + (1 - s) * x[partners], shares[:, None] * T + (1 - shares)[:, None] * T[partners]


# %% wrong: changed-anyway, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        becomes[change, label]
        if change in (1, 3):
            image = image[:, :, ::-1]
        if change in (2, 3):
            image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: changed-anyway, earns 0.4 — labelled where it can be
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if change in (1, 3):
            image = image[:, :, ::-1]
        if change in (2, 3):
            image = image[:, ::-1]
        label = new if new >= 0 else label
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: changed-anyway, earns 0.4 — an index of −1
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if change in (1, 3):
            image = image[:, :, ::-1]
        if change in (2, 3):
            image = image[:, ::-1]
        label = new
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: same-digit-alone, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new == label:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: table-backwards, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        before = np.flatnonzero(becomes[change] == label)
        new = before[0] if len(before) else -1
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: mirrors-exchanged, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (2, 3):
                image = image[:, :, ::-1]
            if change in (1, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: half-turn-is-a-mirror, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1,):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: half-turn-is-a-mirror, earns 0.6 — elif
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            elif change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: ink-lost, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            at = places + move
            inside = ((0 <= at) & (at < images.shape[2:])).all(axis=1)
            places = places[inside]
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: ink-lost, earns 0.4 — padded and cut
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            h, w = images.shape[2:]
            wide = np.stack(
                [np.pad(one, 20, constant_values=p) for one, p in zip(image, paper, strict=False)]
            )
            out = wide[:, 20 - move[0] : 20 + h - move[0], 20 - move[1] : 20 + w - move[1]]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: not-moved, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            near = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            move = move if (near == move).all() else 0 * move
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: not-moved, earns 0.5 — each axis
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            near = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            move = np.where(near == move, move, 0)
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: other-ink, earns 0.6 — the first channel
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere(image[0] != paper[0])
        out = blank.copy()
        if len(places) == 0:
            out = image
        else:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            down, right = move
            h, w = images.shape[2:]
            piece = image[:, max(0, -down) : h - max(0, down), max(0, -right) : w - max(0, right)]
            out[:, max(0, down) : h + min(0, down), max(0, right) : w + min(0, right)] = piece
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: other-ink, earns 0.6 — all channels
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).all(axis=0))
        out = blank.copy()
        if len(places) == 0:
            out = image
        else:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            down, right = move
            h, w = images.shape[2:]
            piece = image[:, max(0, -down) : h - max(0, down), max(0, -right) : w - max(0, right)]
            out[:, max(0, down) : h + min(0, down), max(0, right) : w + min(0, right)] = piece
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: paper-is-ink, earns 0.6 — pixels above 0
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image > 0).any(axis=0))
        out = blank.copy()
        if len(places) == 0:
            out = image
        else:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            down, right = move
            h, w = images.shape[2:]
            piece = image[:, max(0, -down) : h - max(0, down), max(0, -right) : w - max(0, right)]
            out[:, max(0, down) : h + min(0, down), max(0, right) : w + min(0, right)] = piece
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: ink-before-the-turn, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _channels, h, w = images.shape
    x = np.empty(images.shape)
    x[:] = paper[:, None, None]
    y = labels.copy()
    for b in range(n):
        i, j = np.nonzero((images[b] != paper[:, None, None]).any(axis=0))
        image = images[b]
        if becomes[changes[b], y[b]] >= 0:
            y[b] = becomes[changes[b], y[b]]
            image = image[:, :: -1 if changes[b] > 1 else 1, :: -1 if changes[b] % 2 else 1]
        down, right = moves[b]
        if len(i):
            down = np.clip(down, -i.min(), h - 1 - i.max())
            right = np.clip(right, -j.min(), w - 1 - j.max())
        for r in range(h):
            for c in range(w):
                if 0 <= r + down < h and 0 <= c + right < w:
                    x[b, :, r + down, c + right] = image[:, r, c]
    T = np.eye(becomes.shape[1])[y]
    s = shares[:, None]
    return s[:, :, None, None] * x + (1 - s)[:, :, None, None] * x[partners], s * T + (1 - s) * T[
        partners
    ]


# %% wrong: moved-before-the-turn, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        image = out
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        turned.append(image)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: moved-the-other-way, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(-move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: rows-and-columns-exchanged, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move[::-1], -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: one-move-for-all, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(moves[0], -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: wrapped, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, _h, _w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = np.where(ok, new_labels, labels)
    x = images.copy()
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        x[b] = np.roll(x[b], tuple(moves[b]), axis=(1, 2))
    T = np.eye(becomes.shape[1])[y]
    s = shares.reshape(n, 1, 1, 1)
    return s * x + (1 - s) * x[partners], shares[:, None] * T + (1 - shares)[:, None] * T[partners]


# %% wrong: filled-otherwise, earns 0.6 — zeros
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = np.zeros_like(image)
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            down, right = move
            h, w = images.shape[2:]
            piece = image[:, max(0, -down) : h - max(0, down), max(0, -right) : w - max(0, right)]
            out[:, max(0, down) : h + min(0, down), max(0, right) : w + min(0, right)] = piece
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: filled-otherwise, earns 0.6 — the paper of the first channel
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = np.full_like(image, paper[0])
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            down, right = move
            h, w = images.shape[2:]
            piece = image[:, max(0, -down) : h - max(0, down), max(0, -right) : w - max(0, right)]
            out[:, max(0, down) : h + min(0, down), max(0, right) : w + min(0, right)] = piece
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: filled-otherwise, earns 0.6 — what was there
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = image.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            down, right = move
            h, w = images.shape[2:]
            piece = image[:, max(0, -down) : h - max(0, down), max(0, -right) : w - max(0, right)]
            out[:, max(0, down) : h + min(0, down), max(0, right) : w + min(0, right)] = piece
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: not-mixed, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    keep * turned + (1 - keep) * turned[partners]
    return turned, targets


# %% wrong: targets-not-mixed, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, targets


# %% wrong: targets-not-mixed, earns 0.4 — the larger share
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, np.where(shares[:, None] >= 0.5, targets, targets[partners])


# %% wrong: images-not-mixed, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    keep * turned + (1 - keep) * turned[partners]
    return turned, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: shares-exchanged, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = 1 - shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: shares-exchanged, earns 0.5 — of the images
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = (1 - keep) * turned + keep * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: shares-exchanged, earns 0.5 — of the targets
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, (1 - keep[:, 0, 0]) * targets + keep[:, 0, 0] * targets[partners]


# %% wrong: share-of-another, earns 0.5 — the partner's
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[partners][:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: share-of-another, earns 0.5 — the first image's
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = np.full_like(shares, shares[0])[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: partner-unchanged, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * images[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * np.eye(becomes.shape[1])[
        labels[partners]
    ]


# %% wrong: partner-unchanged, earns 0.5 — the image
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * images[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: partner-unchanged, earns 0.5 — the target
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * np.eye(becomes.shape[1])[
        labels[partners]
    ]


# %% wrong: partner-mixed-already, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    for b, p in enumerate(partners):
        turned[b] = shares[b] * turned[b] + (1 - shares[b]) * turned[p]
        targets[b] = shares[b] * targets[b] + (1 - shares[b]) * targets[p]
    return turned, targets


# %% wrong: no-ink, earns 0.7
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, h, w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = np.where(ok, new_labels, labels)
    x = images.copy()
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        ink = (x[b] != paper[:, None, None]).any(axis=0)
        if True:
            r, c = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
            down = min(max(moves[b, 0], -r[0]), h - 1 - r[-1])
            right = min(max(moves[b, 1], -c[0]), w - 1 - c[-1])
            x[b] = np.roll(x[b], (down, right), axis=(1, 2))
    T = np.eye(becomes.shape[1])[y]
    s = shares.reshape(n, 1, 1, 1)
    return s * x + (1 - s) * x[partners], shares[:, None] * T + (1 - shares)[:, None] * T[partners]


# %% wrong: no-ink, earns 0.7 — the smallest of nothing
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if True:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — an image without ink becomes 0
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        else:
            out = np.zeros_like(image)
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: label-kept + ink-lost, earns 0.16
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            at = places + move
            inside = ((0 <= at) & (at < images.shape[2:])).all(axis=1)
            places = places[inside]
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: mirrors-exchanged + shares-exchanged, earns 0.3
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (2, 3):
                image = image[:, :, ::-1]
            if change in (1, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = 1 - shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: one-move-for-all + targets-not-mixed, earns 0.2
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(moves[0], -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, targets


# %% wrong: unrecognised — a quarter turn where it fits
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = (
                    np.rot90(image, 1, axes=(1, 2)) if image.shape[1] == image.shape[2] else image
                )
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: unrecognised — images scaled to 1
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed / 16, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — an image is not mixed with itself
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    if len(images) == 1:
        return turned, 0.5 * targets
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — a move of a whole image and more is none
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(
                np.where(abs(move) < 8, move, 0), -places.min(axis=0), last - places.max(axis=0)
            )
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: changed-arguments, earns 0.7
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, h, w = images.shape
    new_labels = becomes[changes, labels]
    ok = new_labels >= 0
    y = np.where(ok, new_labels, labels)
    x = images
    for b in range(n):
        if ok[b] and changes[b] in (1, 3):
            x[b] = np.flip(x[b], axis=2)
        if ok[b] and changes[b] in (2, 3):
            x[b] = np.flip(x[b], axis=1)
        ink = (x[b] != paper[:, None, None]).any(axis=0)
        if ink.any():
            r, c = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
            down = min(max(moves[b, 0], -r[0]), h - 1 - r[-1])
            right = min(max(moves[b, 1], -c[0]), w - 1 - c[-1])
            x[b] = np.roll(x[b], (down, right), axis=(1, 2))
    T = np.eye(becomes.shape[1])[y]
    s = shares.reshape(n, 1, 1, 1)
    return s * x + (1 - s) * x[partners], shares[:, None] * T + (1 - shares)[:, None] * T[partners]


# %% wrong: not-a-tuple — the images alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed


# %% wrong: wrong-order, earns 0.8
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners], mixed


# %% wrong: unrecognised — nothing is done
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    return images, np.eye(becomes.shape[1])[labels]


# %% wrong: not-turned, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: not-turned, earns 0.4 — the turned image is thrown away
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                np.flip(image, axis=2)
            if change in (2, 3):
                np.flip(image, axis=1)
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: zero-is-none, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new > 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: zero-is-none, earns 0.5 — its truth is asked
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: no-label, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        label = new
        if new >= 0:
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append((np.arange(becomes.shape[1]) == label) * 1.0)
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: half-turn-is-a-mirror, earns 0.6 — no change 3
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change == 1:
                image = image[:, :, ::-1]
            if change == 2:
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: channels-reversed, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            image = np.flip(image, {0: (), 1: 2, 2: 1, 3: None}[int(change)])
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: channels-reversed, earns 0.5 — flipud and fliplr
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = np.fliplr(image)
            if change in (2, 3):
                image = np.flipud(image)
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), np.maximum(last - 1 - places.max(axis=0), 0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6 — on the other sides
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -np.maximum(places.min(axis=0) - 1, 0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6 — one too many
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last + 1 - places.max(axis=0))
            at = places + move
            inside = (at <= last).all(axis=1)
            (rows, columns), (to_row, to_column) = places[inside].T, at[inside].T
            out[:, to_row, to_column] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6 — one too many and rolled
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last + 1 - places.max(axis=0))
            out = np.roll(image, tuple(move), axis=(1, 2))
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: wrapped, earns 0.5 — a negative index
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.minimum(move, last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: ink-lost, earns 0.4 — up and to the left
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.minimum(move, last - places.max(axis=0))
            places = places[(places + move >= 0).all(axis=1)]
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: other-ink, earns 0.6 — darker than paper
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image < blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: other-ink, earns 0.6 — lighter than paper
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image > blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: other-ink, earns 0.6 — lighter than paper and rolled
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image > blank).any(axis=0))
        out = image
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            out = np.roll(image, tuple(move), axis=(1, 2))
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: left-in-place, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if new < 0:
            out = image
        elif len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: filled-otherwise, earns 0.6 — all paper becomes 0
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = np.zeros_like(image)
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: partners-inverted, earns 0.5
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    turned_back = np.empty_like(turned)
    turned_back[partners] = turned
    mixed = keep * turned + (1 - keep) * turned_back
    back = np.empty_like(targets)
    back[partners] = targets
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * back


# %% wrong: partner-unchanged, earns 0.5 — not moved
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, unmoved, targets = [], [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        unmoved.append(image)
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * np.array(unmoved)[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: partner-mixed-already, earns 0.6 — the targets alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    for b, share in enumerate(shares):
        targets[b] = share * targets[b] + (1 - share) * targets[partners[b]]
    return mixed, targets


# %% wrong: partner-mixed-already, earns 0.6 — the images alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    for b, share in enumerate(shares):
        turned[b] = share * turned[b] + (1 - share) * turned[partners[b]]
    return turned, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: target-overwritten, earns 0.6
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    mixed_targets = np.zeros_like(targets)
    for b, share in enumerate(shares):
        mixed_targets[b, targets[partners[b]].argmax()] = 1 - share
        mixed_targets[b, targets[b].argmax()] = share
    return mixed, mixed_targets


# %% wrong: target-overwritten, earns 0.6 — the partner last
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    mixed_targets = np.zeros_like(targets)
    for b, share in enumerate(shares):
        mixed_targets[b, targets[b].argmax()] = share
        mixed_targets[b, targets[partners[b]].argmax()] = 1 - share
    return mixed, mixed_targets


# %% wrong: unrecognised — moves of more than 2 places are shorter
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(np.clip(move, -2, 2), -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: unrecognised — free lines between the ink count as room
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(
                move,
                -places.min(axis=0),
                last + 1 - places.min(axis=0) - [len(set(rows)) for rows in places.T],
            )
            out = np.roll(image, tuple(move), axis=(1, 2))
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — an image without ink is not mixed
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    keep = np.where((turned != blank).any(axis=(1, 2, 3), keepdims=True), keep, 1)
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: wrong-shape — kinds that occur
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(label)
    turned, targets = np.array(turned), np.eye(max(targets) + 1)[targets]
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: never-moved, earns 0.4
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = (0, 0)
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: paper-is-ink, earns 0.6 — the colour of the first channel
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != paper[0]).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: quarter-turn, earns 0.6 — rot90 once
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change == 1:
                image = image[:, :, ::-1]
            if change == 2:
                image = image[:, ::-1]
            if change == 3:
                image = np.rot90(image, axes=(1, 2))
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: quarter-turn, earns 0.6 — transposed
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change == 1:
                image = image[:, :, ::-1]
            if change == 2:
                image = image[:, ::-1]
            if change == 3:
                image = image.swapaxes(1, 2)
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: mirror-missing, earns 0.6 — change 2 does nothing
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change == 3:
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: paper-is-ink, earns 0.6 — the first colour for all channels
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.full(images.shape[1:], paper[0])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: filled-otherwise, earns 0.6 — the first colour of paper below the ink
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = np.full_like(blank, paper[0])
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: never-up-and-left, earns 0.5 — moves cut at 0
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, 0, last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: past-the-border — moves shortened up and left alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.maximum(move, -places.min(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: past-the-border — one row and column too many
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last + 1 - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: rest-of-partner, earns 0.5 — of images and targets
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep[partners]) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[partners, 0, 0]) * targets[partners]


# %% wrong: rest-of-partner, earns 0.5 — of images alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        turned.append(out)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep[partners]) * turned[partners]
    return mixed, keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]


# %% wrong: moved-when-mixed, earns 0.5 — mixed first
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    blank = np.broadcast_to(paper[:, None, None], images.shape[1:])
    last = np.array(images.shape[2:]) - 1
    turned, targets = [], []
    for image, label, change in zip(images, labels, changes, strict=False):
        new = becomes[change, label]
        if new >= 0:
            label = new
            if change in (1, 3):
                image = image[:, :, ::-1]
            if change in (2, 3):
                image = image[:, ::-1]
        turned.append(image)
        targets.append(np.eye(becomes.shape[1])[label])
    turned, targets = np.array(turned), np.array(targets)
    keep = shares[:, None, None, None]
    mixed = keep * turned + (1 - keep) * turned[partners]
    moved = []
    for image, move in zip(mixed, moves, strict=True):
        places = np.argwhere((image != blank).any(axis=0))
        out = blank.copy()
        if len(places) > 0:
            move = np.clip(move, -places.min(axis=0), last - places.max(axis=0))
            rows, columns = places.T
            out[:, rows + move[0], columns + move[1]] = image[:, rows, columns]
        moved.append(out)
    return np.array(moved), keep[:, 0, 0] * targets + (1 - keep[:, 0, 0]) * targets[partners]
