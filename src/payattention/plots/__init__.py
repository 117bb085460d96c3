"""Every figure style of the course. Figures are vector drawings on a transparent ground.

    use_style           once, at the top of a page or notebook
    figure              an empty figure and its axes; the last line of a cell shows it
    lines               measurements against one variable
    bands               lines for several seeds: each seed a thin line, their mean a thick one
    bars                one number for each of several things, beside reference lines
    spread              a dot for each seed of several things, at several budgets
    sequence            a one-dimensional signal as a line or an area
    arcs                the attention weights of one position of a signal
    lookup              one query among named keys with their values
    chain               a recurrent network, a state for each token
    attention_map       the weights of each query for each key
    name_words          the words of the two texts, beside a map of their letters
    alignment_path      one key for each query, drawn over a map
    attention_lines     weights as lines between the words of two sentences
    attention_on_image  the weights of the regions of an image, drawn over the image
    cut_into_patches    an image with lines between its patches, and its patches as rows
    head_split          how vectors are split among heads and merged again
    encoder_decoder     the Transformer: its sublayers, and the shapes of the tensors between them
    waves               a table of numbers from −1 to 1, such as sinusoids
    shifts              the peak of each head's attention, on a grid of pixels
    live                the data of a live figure, for a script on the book's page

All colours are mid-tones, so that one drawing can be read on light and on dark pages. Each of
COLOURS has a contrast of at least 3.8 : 1 with both pages. Letters need 4.5 : 1, and no grey
reaches that with both pages. INK, the grey of letters and axes, reaches it with light pages. On
dark pages, the book makes its figures brighter by a quarter, and INK then reaches it, too.
"""

from payattention.plots.attention import (
    alignment_path,
    arcs,
    attention_lines,
    attention_map,
    attention_on_image,
    lookup,
    name_words,
    shifts,
)
from payattention.plots.diagrams import (
    chain,
    cut_into_patches,
    encoder_decoder,
    head_split,
)
from payattention.plots.measurements import (
    bands,
    bars,
    lines,
    sequence,
    spread,
    waves,
)
from payattention.plots.style import (
    BLUE,
    COLOURS,
    DASHES,
    GREEN,
    INK,
    MARKERS,
    OLIVE,
    PURPLE,
    SMALL,
    VERMILION,
    WIDTH,
    Figure,
    Live,
    figure,
    live,
    use_style,
)

__all__ = [
    "BLUE",
    "COLOURS",
    "DASHES",
    "GREEN",
    "INK",
    "MARKERS",
    "OLIVE",
    "PURPLE",
    "SMALL",
    "VERMILION",
    "WIDTH",
    "Figure",
    "Live",
    "alignment_path",
    "arcs",
    "attention_lines",
    "attention_map",
    "attention_on_image",
    "bands",
    "bars",
    "chain",
    "cut_into_patches",
    "encoder_decoder",
    "figure",
    "head_split",
    "lines",
    "live",
    "lookup",
    "name_words",
    "sequence",
    "shifts",
    "spread",
    "use_style",
    "waves",
]
