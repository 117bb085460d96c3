"""All figures of the course: vector drawings on a transparent ground, in one style.

Begin with `use_style`, once a page; then `figure` makes an empty figure and its axes, and these
functions draw on them (the last line of a cell shows it):

    runs          strip, escapes: every run of a study
    measurements  lines, bands, bars, spread, number_table, sequence, waves
    attention     attention_map, attention_lines, word_lines, attention_on_image, arcs, …
    positions     clocks
    labels        label_lines: names at the ends of lines; legend_below: one for all panels

These return a whole figure, with its alternative text (`diagrams`):

    unrolled, gated_cells, thought_vector          recurrent networks
    remembered, both_ways, offsets                 … and what they must keep and see
    mixers                                         layers beside each other
    misread, one_look, exchanges, decoder_step,
    pulls                                          a translator, letter by letter
    worked_head, multi_head, head_split            attention
    asked, soft_lookup, shuffled                   … as a lookup, and that it knows no order
    two_sentences, clipped_distances               what heads return, and where they look
    convolution_heads, decoder_steps               heads as a window; a decoder that looks back
    transformer, encoder_only, decoder_only        whole models
    fine_tuning, kv_cache                          BERT and GPT at work
    waiting, norms, beam_tree                      layers, stacks and decoding
    shared_ngrams                                  what BLEU counts
    vision_transformer, sam_parts, two_way,
    contrast, masked_autoencoder,
    self_distillation, shifted_windows             models for images
    rollout_paths                                  … and how their weights are multiplied
    llama_layer, induction_steps                   language models of today
    flash_tiles, shared_heads, windows,
    sums_first, rescaled, turned_arrows            and what they keep and read
    assistant, chat_text, replies,
    two_ways_to_prefer                             and how they become assistants

`live` gives data to a script on the book's page. A figure on a page is as wide as the column; each
holds a second drawing, for phones.

One drawing can be read on light and on dark pages. Each colour has a contrast of at least 4.5 : 1
with light pages, as letters need. On dark pages, the book makes its figures brighter, and each
colour then has that contrast there, too. The colours of queries, keys, values and outputs are those
of their letters in the text.
"""

from payattention.plots.attention import (
    alignment_path,
    arcs,
    attention_lines,
    attention_map,
    attention_on_image,
    frame,
    name_words,
    shifts,
    word_lines,
)
from payattention.plots.diagrams import (
    Asked,
    Beginning,
    Diagram,
    Exchange,
    Looked,
    Matrices,
    Read,
    Shifted,
    Stage,
    Step,
    Written,
    asked,
    assistant,
    beam_tree,
    both_ways,
    chat_text,
    clipped_distances,
    contrast,
    convolution_heads,
    decoder_only,
    decoder_step,
    decoder_steps,
    encoder_only,
    exchanges,
    fine_tuning,
    flash_tiles,
    gated_cells,
    gru_cell,
    head_split,
    induction_steps,
    kv_cache,
    llama_layer,
    lstm_cell,
    masked_autoencoder,
    misread,
    mixers,
    multi_head,
    norms,
    offsets,
    one_look,
    pulls,
    remembered,
    replies,
    rescaled,
    rollout_paths,
    sam_parts,
    self_distillation,
    shared_heads,
    shared_ngrams,
    shifted_windows,
    shuffled,
    soft_lookup,
    sums_first,
    thought_vector,
    transformer,
    turned_arrows,
    two_sentences,
    two_way,
    two_ways_to_prefer,
    unrolled,
    vision_transformer,
    waiting,
    windows,
    worked_head,
)
from payattention.plots.labels import label_lines, legend_below
from payattention.plots.live import Live, live
from payattention.plots.measurements import (
    bands,
    bars,
    lines,
    number_table,
    sequence,
    spread,
    waves,
)
from payattention.plots.positions import clocks
from payattention.plots.runs import escapes, strip
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
    figure,
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
    "Asked",
    "Beginning",
    "Diagram",
    "Exchange",
    "Figure",
    "Live",
    "Looked",
    "Matrices",
    "Read",
    "Shifted",
    "Stage",
    "Step",
    "Written",
    "alignment_path",
    "arcs",
    "asked",
    "assistant",
    "attention_lines",
    "attention_map",
    "attention_on_image",
    "bands",
    "bars",
    "beam_tree",
    "both_ways",
    "chat_text",
    "clipped_distances",
    "clocks",
    "contrast",
    "convolution_heads",
    "decoder_only",
    "decoder_step",
    "decoder_steps",
    "encoder_only",
    "escapes",
    "exchanges",
    "figure",
    "fine_tuning",
    "flash_tiles",
    "frame",
    "gated_cells",
    "gru_cell",
    "head_split",
    "induction_steps",
    "kv_cache",
    "label_lines",
    "legend_below",
    "lines",
    "live",
    "llama_layer",
    "lstm_cell",
    "masked_autoencoder",
    "misread",
    "mixers",
    "multi_head",
    "name_words",
    "norms",
    "number_table",
    "offsets",
    "one_look",
    "pulls",
    "remembered",
    "replies",
    "rescaled",
    "rollout_paths",
    "sam_parts",
    "self_distillation",
    "sequence",
    "shared_heads",
    "shared_ngrams",
    "shifted_windows",
    "shifts",
    "shuffled",
    "soft_lookup",
    "spread",
    "strip",
    "sums_first",
    "thought_vector",
    "transformer",
    "turned_arrows",
    "two_sentences",
    "two_way",
    "two_ways_to_prefer",
    "unrolled",
    "use_style",
    "vision_transformer",
    "waiting",
    "waves",
    "windows",
    "word_lines",
    "worked_head",
]
