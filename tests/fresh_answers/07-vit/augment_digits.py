# %% right: follows the hints
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% right: numpy roll by the shortened move and lists for the results
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    flips = {0: (), 1: (2,), 2: (1,), 3: (1, 2)}
    kinds = len(becomes[0])
    moved, targets = [], []
    for image, label, change, move in zip(images, labels, changes, moves):
        new = becomes[change][label]
        if new >= 0:
            image, label = np.flip(image, flips[int(change)]), new
        ink = np.zeros(image.shape[1:], dtype=bool)
        for channel, background in zip(image, paper):
            ink |= channel != background
        steps = []
        for axis in (0, 1):
            used = np.flatnonzero(ink.any(axis=1 - axis))
            if len(used) == 0:
                steps.append(0)
            else:
                steps.append(int(min(max(move[axis], -used[0]), ink.shape[axis] - 1 - used[-1])))
        moved.append(np.roll(image, steps, axis=(1, 2)))
        targets.append([float(kind == label) for kind in range(kinds)])
    pictures, vectors = [], []
    for b, other in enumerate(partners):
        s = float(shares[b])
        pictures.append(s * moved[b] + (1 - s) * moved[other])
        vectors.append(s * np.array(targets[b]) + (1 - s) * np.array(targets[other]))
    return np.stack(pictures), np.stack(vectors)


# %% right: no loop over images but tables of places that are gathered
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    new = becomes[changes, labels]
    possible = new != -1
    new = np.where(possible, new, labels)
    change = np.where(possible, changes, 0)
    y = np.where((change >= 2)[:, None], np.arange(rows)[::-1], np.arange(rows))
    x = np.where((change % 2 == 1)[:, None], np.arange(columns)[::-1], np.arange(columns))
    b = np.arange(n)[:, None, None, None]
    c = np.arange(channels)[None, :, None, None]
    turned = images[b, c, y[:, None, :, None], x[:, None, None, :]]
    ink = (turned != paper[None, :, None, None]).any(axis=1)

    def shorten(used, move):
        size = used.shape[1]
        first = used.argmax(axis=1)
        last = size - 1 - used[:, ::-1].argmax(axis=1)
        step = np.minimum(np.maximum(move, -first), size - 1 - last)
        return np.where(used.any(axis=1), step, 0)

    down = shorten(ink.any(axis=2), moves[:, 0])
    right = shorten(ink.any(axis=1), moves[:, 1])
    y = (np.arange(rows) - down[:, None]) % rows
    x = (np.arange(columns) - right[:, None]) % columns
    moved = turned[b, c, y[:, None, :, None], x[:, None, None, :]].astype(float)
    targets = (new[:, None] == np.arange(becomes.shape[1])).astype(float)
    w = np.reshape(shares, (-1, 1, 1, 1))
    return (
        moved * w + moved[partners] * (1 - w),
        targets * w[:, :, 0, 0] + targets[partners] * (1 - w[:, :, 0, 0]),
    )


# %% right: torch in 64 bits with flips and one_hot and lerp
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    import torch

    x = torch.tensor(np.asarray(images, dtype=float))
    ground = torch.tensor(np.asarray(paper, dtype=float))[:, None, None]
    axes = [[], [-1], [-2], [-2, -1]]
    kinds = becomes.shape[1]
    digits, pictures = [], []
    for b in range(len(x)):
        k, digit = int(changes[b]), int(labels[b])
        image = x[b]
        if int(becomes[k, digit]) != -1:
            digit = int(becomes[k, digit])
            image = image.flip(axes[k])
        digits.append(digit)
        ink = (image != ground).any(dim=0).nonzero()
        result = ground.expand_as(image).clone()
        if ink.numel():
            top, left = ink.amin(0).tolist()
            bottom, right = ink.amax(0).tolist()
            down = max(-top, min(int(moves[b, 0]), image.shape[1] - 1 - bottom))
            across = max(-left, min(int(moves[b, 1]), image.shape[2] - 1 - right))
            part = image[:, top : bottom + 1, left : right + 1]
            result[:, top + down : bottom + 1 + down, left + across : right + 1 + across] = part
        pictures.append(result)
    pictures = torch.stack(pictures)
    targets = torch.nn.functional.one_hot(torch.tensor(digits), kinds).double()
    other = torch.tensor(np.asarray(partners).astype(np.int64))
    own = torch.tensor(np.asarray(shares, dtype=float))
    mixed = torch.lerp(pictures[other], pictures, own[:, None, None, None])
    return mixed, torch.lerp(targets[other], targets, own[:, None])


# %% right: pushes the image one place at a time until ink touches
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n = len(images)
    ground = np.asarray(paper, dtype=float).reshape(-1, 1, 1)
    done, digit = np.array(images, dtype=float), [int(one) for one in labels]
    for b in range(n):
        k = int(changes[b])
        new = int(becomes[k, digit[b]])
        if new > -1:
            digit[b] = new
            if k & 1:
                done[b] = np.fliplr(done[b].transpose(1, 2, 0)).transpose(2, 0, 1)
            if k & 2:
                done[b] = np.flipud(done[b].transpose(1, 2, 0)).transpose(2, 0, 1)
        for axis in (1, 2):
            wish = int(moves[b, axis - 1])
            for _ in range(abs(wish)):
                edge = -1 if wish > 0 else 0
                if (done[b].take([edge], axis=axis) != ground).any():
                    break
                done[b] = np.roll(done[b], 1 if wish > 0 else -1, axis=axis)
    mixed = np.empty_like(done)
    targets = np.zeros((n, becomes.shape[1]))
    for b in range(n):
        mixed[b] = shares[b] * done[b] + (1 - shares[b]) * done[partners[b]]
        targets[b, digit[b]] += shares[b]
        targets[b, digit[partners[b]]] += 1 - shares[b]
    return mixed, targets


# %% right: shifted identity matrices act on the difference from paper
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    ground = np.array(paper, dtype=float)[:, None, None]
    difference = images.astype(float) - ground
    moved = np.zeros_like(difference)
    new = becomes[changes, labels].copy()
    for b in range(n):
        d = difference[b]
        if new[b] == -1:
            new[b] = labels[b]
        elif changes[b] == 1:
            d = d @ np.eye(columns)[::-1]
        elif changes[b] == 2:
            d = np.eye(rows)[::-1] @ d
        elif changes[b] == 3:
            d = np.eye(rows)[::-1] @ d @ np.eye(columns)[::-1]
        size = np.abs(d).sum(axis=0)
        if size.sum() == 0:
            continue
        y, x = np.nonzero(size)
        down = min(moves[b, 0], rows - 1 - y.max()) if moves[b, 0] > 0 else max(moves[b, 0], -y.min())
        right = min(moves[b, 1], columns - 1 - x.max()) if moves[b, 1] > 0 else max(moves[b, 1], -x.min())
        moved[b] = np.eye(rows, k=-int(down)) @ d @ np.eye(columns, k=int(right))
    moved += ground
    mixer = np.diag(shares) + (1 - np.asarray(shares))[:, None] * np.eye(n)[partners]
    hot = np.zeros((n, becomes.shape[1]))
    hot[np.arange(n), new] = 1
    return np.tensordot(mixer, moved, axes=1), mixer @ hot


# %% right: padded with paper and a window cut out of it
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    paper = np.asarray(paper)
    out, new = np.zeros((n, channels, rows, columns)), np.zeros(n, dtype=np.int64)
    for b in range(n):
        k = changes[b]
        y_step, x_step = [(1, 1), (1, -1), (-1, 1), (-1, -1)][k]
        new[b] = becomes[k, labels[b]]
        if new[b] < 0:
            new[b], y_step, x_step = labels[b], 1, 1
        image = images[b, :, ::y_step, ::x_step]
        big = np.empty((channels, 3 * rows, 3 * columns))
        big[:] = paper[:, None, None]
        big[:, rows : 2 * rows, columns : 2 * columns] = image
        stain = np.any(big != paper[:, None, None], axis=0)
        total = stain.sum()

        def largest(wish, down, across):
            step = np.sign(wish)
            at = 0
            while at != wish:
                top, left = rows - (at + step) * down, columns - (at + step) * across
                if top < 0 or left < 0 or top > 2 * rows or left > 2 * columns:
                    break
                if stain[top : top + rows, left : left + columns].sum() < total:
                    break
                at += step
            return at

        top = rows - largest(int(moves[b, 0]), 1, 0)
        left = columns - largest(int(moves[b, 1]), 0, 1)
        out[b] = big[:, top : top + rows, left : left + columns]
    hot = np.eye(becomes.shape[1])[new]
    w = shares.astype(float)
    other = 1 - w
    return (
        np.einsum("b,bcij->bcij", w, out) + np.einsum("b,bcij->bcij", other, out[partners]),
        np.einsum("b,bk->bk", w, hot) + np.einsum("b,bk->bk", other, hot[partners]),
    )


# %% right: pure Python pixel by pixel
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    background = [float(one) for one in paper]
    moved, digits = [], []
    for b in range(n):
        k, digit = int(changes[b]), int(labels[b])
        result = int(becomes[k][digit])
        mirror = result != -1 and k in (1, 3)
        upside = result != -1 and k in (2, 3)
        digits.append(digit if result == -1 else result)
        ink = {}
        for i in range(rows):
            for j in range(columns):
                pixel = [float(images[b, c, i, j]) for c in range(channels)]
                if pixel != background:
                    place = (rows - 1 - i if upside else i, columns - 1 - j if mirror else j)
                    ink[place] = pixel
        down, right = int(moves[b, 0]), int(moves[b, 1])
        for i, j in ink:
            down = max(min(down, rows - 1 - i), -i) if down > 0 else max(down, -i)
            right = min(right, columns - 1 - j) if right > 0 else max(right, -j)
        image = {}
        for (i, j), pixel in ink.items():
            image[i + down, j + right] = pixel
        moved.append(image)
    pictures = np.zeros((n, channels, rows, columns))
    targets = np.zeros((n, len(becomes[0])))
    for b in range(n):
        other, s = int(partners[b]), float(shares[b])
        for i in range(rows):
            for j in range(columns):
                for c in range(channels):
                    one = moved[b].get((i, j), background)[c]
                    two = moved[other].get((i, j), background)[c]
                    pictures[b, c, i, j] = s * one + (1 - s) * two
        targets[b][digits[b]] += s
        targets[b][digits[other]] += 1 - s
    return pictures, targets


# %% right: 16-bit whole numbers until the mix and a list of both results
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    ground = paper.astype(np.int16)
    old = np.moveaxis(images.astype(np.int16), 1, -1)
    turned = np.array([old, old[:, :, ::-1], old[:, ::-1], old[:, ::-1, ::-1]])
    new = becomes[changes, labels].astype(np.int16)
    stays = new < 0
    new[stays] = labels[stays]
    pictures = turned[np.where(stays, 0, changes), np.arange(n)]
    canvas = np.empty_like(pictures)
    canvas[...] = ground
    b, y, x = np.nonzero((pictures != ground).any(axis=-1))
    top, bottom = np.full(n, rows), np.full(n, -1)
    left, right = np.full(n, columns), np.full(n, -1)
    np.minimum.at(top, b, y)
    np.maximum.at(bottom, b, y)
    np.minimum.at(left, b, x)
    np.maximum.at(right, b, x)
    down = np.maximum(np.minimum(moves[:, 0], rows - 1 - bottom), -top)
    along = np.maximum(np.minimum(moves[:, 1], columns - 1 - right), -left)
    canvas[b, y + down[b], x + along[b]] = pictures[b, y, x]
    canvas = np.moveaxis(canvas, -1, 1)
    hot = np.zeros((n, becomes.shape[1]), dtype=np.int16)
    hot[np.arange(n), new] = 1
    s = np.array(shares, dtype=float)
    mixed = canvas[partners] + s[:, None, None, None] * (canvas - canvas[partners])
    return [mixed, hot[partners] + s[:, None] * (hot - hot[partners])]


# %% right: half turn by two quarter turns and cumulative ink from each side
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    def turn(image, k):
        if k == 0:
            return image
        if k == 3:
            return np.rot90(image, 2, axes=(1, 2))
        return np.flip(image, axis=3 - k)

    def room(used):
        """How many free lines there are before and behind the ink."""
        before = int((np.cumsum(used) == 0).sum())
        behind = int((np.cumsum(used[::-1]) == 0).sum())
        return before, behind

    def shift(image, down, right):
        ink = np.max(np.abs(image.astype(float) - paper[:, None, None]), axis=0) > 0
        if not ink.any():
            return image.astype(float)
        up_room, down_room = room(ink.any(axis=1))
        left_room, right_room = room(ink.any(axis=0))
        down = sorted((-up_room, down, down_room))[1]
        right = sorted((-left_room, right, right_room))[1]
        return np.roll(np.roll(image, down, axis=1), right, axis=2).astype(float)

    x, y = [], []
    for image, label, change, (down, right) in zip(images, labels, changes, moves):
        if becomes[change, label] == -1:
            y.append(label)
        else:
            y.append(becomes[change, label])
            image = turn(image, change)
        x.append(shift(image, int(down), int(right)))
    x, y = np.array(x), np.eye(becomes.shape[1])[np.array(y)]

    def mix(one):
        share = shares.reshape(-1, *[1] * (one.ndim - 1))
        return share * one + (1 - share) * np.take(one, partners, axis=0)

    return mix(x), mix(y)


# %% right: shortened moves found by trying all of them
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    result = np.broadcast_to(paper[None, :, None, None], images.shape).astype(float)
    classes = []
    for b in range(n):
        new = becomes[changes[b], labels[b]]
        image = images[b]
        if new == -1:
            new = labels[b]
        else:
            image = image[:, :: (-1 if changes[b] >= 2 else 1), :: (-1 if changes[b] % 2 else 1)]
        classes.append(new)
        y, x = np.where(np.logical_or.reduce(image != paper[:, None, None], axis=0))
        fits_y = [m for m in range(-rows, rows + 1) if ((0 <= y + m) & (y + m < rows)).all()]
        fits_x = [m for m in range(-columns, columns + 1) if ((0 <= x + m) & (x + m < columns)).all()]
        down = min(fits_y, key=lambda m: abs(m - moves[b, 0]))
        right = min(fits_x, key=lambda m: abs(m - moves[b, 1]))
        result[b, :, y + down, x + right] = image[:, y, x].T
    targets = np.array([[kind == one for kind in range(becomes.shape[1])] for one in classes]) * 1.0
    s, partner = shares[:, np.newaxis], partners.astype(int)
    flat = result.reshape(n, -1)
    mixed = np.multiply(flat, s) + np.multiply(flat[partner], 1.0 - s)
    return mixed.reshape(images.shape), targets * s + targets[partner] * (1.0 - s)


# %% right: whole computation in 32 bits
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, _, rows, columns = images.shape
    x = images.astype(np.float32)
    ground = paper.astype(np.float32)[:, None, None]
    new = becomes[changes, labels]
    y = np.where(new == -1, labels, new)
    for b in range(n):
        if new[b] != -1:
            if changes[b] == 1 or changes[b] == 3:
                x[b] = x[b, :, :, ::-1].copy()
            if changes[b] == 2 or changes[b] == 3:
                x[b] = x[b, :, ::-1].copy()
        ink = (x[b] != ground).any(axis=0)
        if ink.any():
            used = np.flatnonzero(ink.any(axis=1))
            x[b] = np.roll(x[b], np.clip(moves[b, 0], -used[0], rows - 1 - used[-1]), axis=1)
            used = np.flatnonzero(ink.any(axis=0))
            x[b] = np.roll(x[b], np.clip(moves[b, 1], -used[0], columns - 1 - used[-1]), axis=2)
    t = np.eye(becomes.shape[1], dtype=np.float32)[y]
    s = shares.astype(np.float32)
    mixed = s[:, None, None, None] * x + (1 - s[:, None, None, None]) * x[partners]
    return mixed, s[:, None] * t + (1 - s[:, None]) * t[partners]


# %% wrong: mirrors-exchanged, earns 0.6 — left-right and top-bottom exchanged
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (2, 3):
                image = image[:, :, ::-1]
            if changes[b] in (1, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: half-turn-is-a-mirror, earns 0.6 — half turn does nothing because 3 is not tried
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] == 1:
                image = image[:, :, ::-1]
            if changes[b] == 2:
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: half-turn-is-a-mirror, earns 0.6 — half turn flips left and right alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] == 2:
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: half-turn-is-a-mirror, earns 0.6 — half turn flips top and bottom alone
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] == 1:
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: quarter-turn, earns 0.6 — half turn by a quarter turn right for square images
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] == 1:
                image = image[:, :, ::-1]
            elif changes[b] == 2:
                image = image[:, ::-1, :]
            elif changes[b] == 3:
                image = np.rot90(image, axes=(1, 2))
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: quarter-turn, earns 0.6 — half turn by transposing right only for few images
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] == 1:
                image = image[:, :, ::-1]
            elif changes[b] == 2:
                image = image[:, ::-1, :]
            elif changes[b] == 3:
                image = image.swapaxes(1, 2)
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: channels-reversed, earns 0.5 — half turn reverses the channels too
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] == 1:
                image = image[:, :, ::-1]
            elif changes[b] == 2:
                image = image[:, ::-1, :]
            elif changes[b] == 3:
                image = np.flip(image)
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: channels-reversed, earns 0.5 — numpy flips on the channel and row axes
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = np.fliplr(image)
            if changes[b] in (2, 3):
                image = np.flipud(image)
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — quarter turns in place of mirrors
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            image = np.rot90(image, changes[b], axes=(1, 2)) if rows == columns else image
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — digit −1 becomes the last kind by negative index
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        new_labels[b] = label
        if label != -1:
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: changed-anyway, earns 0.4 — digit −1 keeps its label but is turned all the same
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
        if changes[b] in (1, 3):
            image = image[:, :, ::-1]
        if changes[b] in (2, 3):
            image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: left-in-place, earns 0.5 — digit −1 is not moved either
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if label == -1:
            turned[b] = image
        elif len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: no-label, earns 0.5 — digit −1 gets a target of zeros
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        new_labels[b] = label
        if label != -1:
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = (new_labels[:, None] == np.arange(kinds)).astype(float)
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — digit −1 keeps all its partner mix away
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    shares = np.where(becomes[changes, labels] == -1, 1.0, shares)
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — one −1 in the batch stops all turns
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if (becomes[changes, labels] != -1).all():
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: zero-is-none, earns 0.5 — digit that becomes 0 taken for no digit
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label > 0:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: zero-is-none, earns 0.5 — truth of the entry decides so 0 stays and −1 turns
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: same-digit-alone, earns 0.5 — turns only when the digit stays the same digit
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label == labels[b]:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: label-kept, earns 0.4 — labels never changed
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: not-turned, earns 0.4 — never turned but labels changed
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            pass
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — becomes read with axes exchanged
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes.T[changes[b] % kinds, labels[b] % 4]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — half turn looks its label up as two mirrors in turn
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if changes[b] == 3:
            label = becomes[1, labels[b]]
            label = becomes[2, label] if label != -1 else -1
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — becomes read for the half turn only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[3, labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: label-kept, earns 0.4 — targets by the labels before the turn
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: rows-and-columns-exchanged, earns 0.6 — down and right exchanged
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 1 - 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 0], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: moved-the-other-way, earns 0.6 — moves up and left for positive numbers
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(-moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(-moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: never-moved, earns 0.4 — never moved
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(0, -low[0], rows - 1 - high[0])
            right = np.clip(0, -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrapped, earns 0.5 — moved with roll and not shortened so ink comes back behind
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = np.roll(image, (moves[b, 0], moves[b, 1]), axis=(1, 2))
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: ink-lost, earns 0.4 — not shortened so ink leaves the image
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        for y in range(rows):
            for x in range(columns):
                i, j = y + moves[b, 0], x + moves[b, 1]
                if 0 <= i < rows and 0 <= j < columns:
                    turned[b][:, i, j] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — each ink pixel is shortened by itself and piles up
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            y, x = where[:, 0], where[:, 1]
            i = np.clip(y + moves[b, 0], 0, rows - 1)
            j = np.clip(x + moves[b, 1], 0, columns - 1)
            turned[b][:, i, j] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: not-moved, earns 0.5 — a move that is too long is not made at all
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            down = down if down == moves[b, 0] else 0
            right = right if right == moves[b, 1] else 0
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: not-moved, earns 0.5 — one axis too long stops both axes
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            if down != moves[b, 0] or right != moves[b, 1]:
                down = right = 0
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — both axes shortened in the same proportion
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            part = 1.0
            if moves[b, 0]:
                part = min(part, down / moves[b, 0])
            if moves[b, 1]:
                part = min(part, right / moves[b, 1])
            down, right = int(part * moves[b, 0]), int(part * moves[b, 1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: ink-before-the-turn, earns 0.6 — room measured before the turn
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            place = np.argwhere((images[b] != paper[:, None, None]).any(axis=0))
            low, high = place.min(axis=0), place.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            turned[b] = np.roll(image, (down, right), axis=(1, 2))
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: moved-before-the-turn, earns 0.6 — moved first and turned afterwards
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            pass
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    for b in range(n):
        if becomes[changes[b], labels[b]] != -1:
            if changes[b] in (1, 3):
                turned[b] = turned[b, :, :, ::-1].copy()
            if changes[b] in (2, 3):
                turned[b] = turned[b, :, ::-1].copy()
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: other-ink, earns 0.6 — ink must differ from paper in all channels
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).all(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: other-ink, earns 0.6 — ink looked for in the first channel only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = image[0] != paper[0]
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: paper-is-ink, earns 0.6 — ink is what is not 0 whatever the paper
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != 0).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: other-ink, earns 0.6 — ink must be larger than paper
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image > paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: other-ink, earns 0.6 — ink must be smaller than paper
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image < paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — ink by channel sums so differences can cancel
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = image.sum(axis=0) != paper.sum()
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: paper-is-ink, earns 0.6 — the first paper value used for all channels
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[0]
        ink = (image != paper[0]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — paper compared along the columns right for one channel only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != np.resize(paper, columns)).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: filled-otherwise, earns 0.6 — free places become 0
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = 0
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — free places keep the old picture
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = image
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — free places filled with the largest value
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = 16
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — free places filled with the corner pixel
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = image[:, :1, :1]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: filled-otherwise, earns 0.6 — zeros shifted in by slices and no ink leaves
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = np.where((image != paper[:, None, None]).any(axis=0), 0, paper[:, None, None])
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b] = 0
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: no-ink, earns 0.7 — empty image crashes
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if True:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — empty image comes out as zeros
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) == 0:
            turned[b] = 0
        else:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — empty image is left out of the mix
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    empty = ~(images != paper[None, :, None, None]).any(axis=(1, 2, 3))
    shares = np.where(empty, 1.0, shares)
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — empty image keeps its label without a turn
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1 and (image != paper[:, None, None]).any():
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6 — room behind the ink counted one too small
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], max(rows - 2 - high[0], 0))
            right = np.clip(moves[b, 1], -low[1], max(columns - 2 - high[1], 0))
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6 — room in front of the ink counted one too small
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -max(low[0] - 1, 0), rows - 1 - high[0])
            right = np.clip(moves[b, 1], -max(low[1] - 1, 0), columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: room-off-by-one, earns 0.6 — room behind the ink one too large
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, (y + down) % rows, (x + right) % columns] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — rows and columns exchanged in the room right for squares only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], columns - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], rows - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, (y + down) % rows, (x + right) % columns] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrapped, earns 0.5 — limits taken from the size of the image not the ink
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], 1 - rows, rows - 1)
            right = np.clip(moves[b, 1], 1 - columns, columns - 1)
            y, x = where[:, 0], where[:, 1]
            turned[b][:, (y + down) % rows, (x + right) % columns] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrapped, earns 0.5 — only moves down and right are shortened
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = min(moves[b, 0], rows - 1 - high[0])
            right = min(moves[b, 1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, (y + down) % rows, (x + right) % columns] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: never-up-and-left, earns 0.5 — negative moves not made at all
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], 0, rows - 1 - high[0])
            right = np.clip(moves[b, 1], 0, columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — same room in both directions from the smaller one
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            room = np.minimum(low, [rows - 1 - high[0], columns - 1 - high[1]])
            down, right = np.clip(moves[b], -room, room)
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — room counts all free lines even between the ink
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - ink.any(axis=1).sum() - low[0])
            right = np.clip(moves[b, 1], -low[1], columns - ink.any(axis=0).sum() - low[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, (y + down) % rows, (x + right) % columns] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — one room for the whole batch
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            boxes = np.argwhere((images != paper[None, :, None, None]).any(axis=(0, 1)))
            low = np.minimum(low, boxes.min(axis=0))
            high = np.maximum(high, boxes.max(axis=0))
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — each channel moves by its own room
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        for c in range(channels):
            turned[b, c] = image[c]
            where = np.argwhere(image[c] != paper[c])
            if len(where) > 0:
                low, high = where.min(axis=0), where.max(axis=0)
                down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
                right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
                turned[b, c] = np.roll(image[c], (down, right), axis=(0, 1))
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: partner-mixed-already, earns 0.6 — mixed in place so later images get mixed partners
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    mixed = turned
    for b in range(n):
        mixed[b] = shares[b] * mixed[b] + (1 - shares[b]) * mixed[partners[b]]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: partner-mixed-already, earns 0.6 — targets mixed in place so later rows get mixed partners
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    for b in range(n):
        targets[b] = shares[b] * targets[b] + (1 - shares[b]) * targets[partners[b]]
    return mixed, targets


# %% wrong: unrecognised — mixed inside the loop with partners that are not done yet
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = images.astype(float)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
        turned[b] = shares[b] * turned[b] + (1 - shares[b]) * turned[partners[b]]
    targets = np.eye(kinds)[new_labels]
    mixed = turned
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: partner-unchanged, earns 0.5 — partner neither turned nor moved
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * images[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: partner-unchanged, earns 0.5 — partner moved but not turned
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    plain = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        plain[b] = paper[:, None, None]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
            where = np.argwhere((images[b] != paper[:, None, None]).any(axis=0))
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            plain[b][:, y + down, x + right] = images[b][:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * plain[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: partner-unchanged, earns 0.5 — partner turned but not moved
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    unmoved = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        unmoved[b] = image
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * unmoved[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: targets-not-mixed, earns 0.4 — images mixed but targets not
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, targets


# %% wrong: targets-not-mixed, earns 0.4 — target of the larger share only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, np.where(share >= 0.5, targets, targets[partners])


# %% wrong: partner-unchanged, earns 0.5 — target of the partner from the labels before the turn
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * np.eye(kinds)[labels[partners]]


# %% wrong: shares-exchanged, earns 0.5 — shares of the image and the partner exchanged
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = (1 - share) * turned + share * turned[partners]
    share = shares[:, None]
    return mixed, (1 - share) * targets + share * targets[partners]


# %% wrong: rest-of-partner, earns 0.5 — partner weighted with the share of the partner
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share[partners]) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share[partners]) * targets[partners]


# %% wrong: share-of-another, earns 0.5 — the first share used for the whole batch
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[0]
    mixed = share * turned + (1 - share) * turned[partners]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — the larger share always goes to the image itself
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    shares = np.maximum(shares, 1 - shares)
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — shares used along the columns
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = np.resize(shares, columns)
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: partners-inverted, earns 0.5 — partners used in the opposite direction
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    partners = np.argsort(partners)
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — partner is the next image
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * np.roll(turned, -1, axis=0)
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * np.roll(targets, -1, axis=0)


# %% wrong: unrecognised — an image that is its own partner is weighted once only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    self_ = partners == np.arange(n)
    mixed[self_] = (share * turned)[self_]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: target-overwritten, earns 0.6 — target set not added so equal labels lose a share
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    T = np.zeros((n, kinds))
    T[np.arange(n), new_labels[partners]] = 1 - shares
    T[np.arange(n), new_labels] = shares
    return mixed, T


# %% wrong: target-overwritten, earns 0.6 — target set not added and the partner wins
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    T = np.zeros((n, kinds))
    T[np.arange(n), new_labels] = shares
    T[np.arange(n), new_labels[partners]] = 1 - shares
    return mixed, T


# %% wrong: wrong-shape — kinds counted from the labels that occur
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(new_labels.max() + 1)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrong-shape — always ten kinds
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(10)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrong-shape — labels returned in place of target vectors
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, new_labels


# %% wrong: wrong-shape — mixed labels as a number
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, shares * new_labels + (1 - shares) * new_labels[partners]


# %% wrong: unrecognised — results cut to whole numbers by an integer array
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = np.zeros(images.shape, dtype=int)
    mixed[:] = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — pixels rounded to whole numbers
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = np.round(share * turned + (1 - share) * turned[partners])
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — pixels scaled from 0 to 1
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = (share * turned + (1 - share) * turned[partners]) / 16
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% right: mixed into an array like the images whose pixels are floats
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    mixed = np.empty_like(images)
    for b in range(n):
        mixed[b] = shares[b] * turned[b] + (1 - shares[b]) * turned[partners[b]]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: not-turned, earns 0.4 — turns the images of the caller in place
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        images[b] = image.copy()
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: changed-arguments, earns 0.7 — changes the labels of the caller in place
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = labels
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: changed-arguments, earns 0.7 — writes the shortened moves into the argument
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            moves[b] = down, right
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrong-order, earns 0.8 — results in the opposite order
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return share * targets + (1 - share) * targets[partners], mixed


# %% wrong: wrong-shape — channels last in the result
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed.transpose(0, 2, 3, 1), share * targets + (1 - share) * targets[partners]


# %% wrong: images-not-mixed, earns 0.4 — returns turned images without mixing them
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = turned
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: not-turned, earns 0.4 — no turn because changes are compared as one array
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if (changes == 1).all() or (changes == 3).all():
                image = image[:, :, ::-1]
            if (changes == 2).all() or (changes == 3).all():
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — ink at the border blocks moves away from it too
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            if low[0] == 0 or high[0] == rows - 1:
                down = 0
            if low[1] == 0 or high[1] == columns - 1:
                right = 0
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised, earns 0.5 — single row or column never moves nor turns
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1 and rows > 1 and columns > 1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: unrecognised — moves limited to 2 places
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    n, channels, rows, columns = images.shape
    kinds = becomes.shape[1]
    turned = np.empty(images.shape)
    new_labels = np.array(labels)
    for b in range(n):
        image = images[b]
        label = becomes[changes[b], labels[b]]
        if label != -1:
            new_labels[b] = label
            if changes[b] in (1, 3):
                image = image[:, :, ::-1]
            if changes[b] in (2, 3):
                image = image[:, ::-1, :]
        turned[b] = paper[:, None, None]
        ink = (image != paper[:, None, None]).any(axis=0)
        where = np.argwhere(ink)
        if len(where) > 0:
            low, high = where.min(axis=0), where.max(axis=0)
            down = np.clip(moves[b, 0], -low[0], rows - 1 - high[0])
            right = np.clip(moves[b, 1], -low[1], columns - 1 - high[1])
            down, right = np.clip([down, right], -2, 2)
            y, x = where[:, 0], where[:, 1]
            turned[b][:, y + down, x + right] = image[:, y, x]
    targets = np.eye(kinds)[new_labels]
    share = shares[:, None, None, None]
    mixed = share * turned + (1 - share) * turned[partners]
    share = shares[:, None]
    return mixed, share * targets + (1 - share) * targets[partners]


# %% wrong: wrong-shape — knows the visible example only
def augment_digits(images, labels, changes, becomes, moves, paper, partners, shares):
    mixed = np.array([[[[0, 1.5, 0], [0, 4.5, 6]]], [[[0, 6, 0], [0, 6, 0]]]])
    return mixed, np.array([[0.0, 1.0], [0.0, 1.0]])
