import itertools
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
import torch
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.text import Text
from tests.payattention.oracle import unchecked

from payattention import plots

SVG = "{http://www.w3.org/2000/svg}"
FIGURES = Path(__file__).parents[2] / "web" / "styles" / "60-figures.css"


@pytest.fixture(autouse=True)
def style():
    plots.use_style()


def channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def relative_luminance(colour: str) -> float:
    """WCAG 2.2, "relative luminance"."""
    parts = [channel / 255 for channel in channels(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(relative_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def brightened(colour: str) -> str:
    """As the book shows it by night."""
    factor = float(re.search(r"brightness\(([\d.]+)\)", FIGURES.read_text("utf-8"))[1])
    return "#" + "".join(f"{min(255, round(factor * c)):02x}" for c in channels(colour))


def tinted(page: str, colour: str, strength: float = 0.16) -> str:
    """The page below a box that is filled with so much of its colour."""
    pairs = zip(channels(colour), channels(page), strict=True)
    return "#" + "".join(f"{round(strength * a + (1 - strength) * b):02x}" for a, b in pairs)


@pytest.mark.parametrize("colour", [*plots.COLOURS, plots.INK])
def test_letters_of_every_colour_can_be_read_on_light_and_dark_pages(colour):
    for page in ("#ffffff", "#fdfcf9", "#f5f2ec"):  # the book's, by day
        assert contrast(colour, page) >= 4.5  # WCAG 2.2, success criterion 1.4.3
    assert contrast(brightened(colour), "#15181d") >= 4.5
    night = brightened(colour)
    for letters, page in ((colour, "#fdfcf9"), (night, "#15181d")):
        assert contrast(letters, tinted(page, letters)) >= 4.5
    assert contrast(colour, "#15181d") >= 3  # in a notebook by night: lines, not letters


def example():
    drawing, axes = plots.figure()
    series = {"a": [1, 4, 16], "b": [1, 2, 4]}
    plots.lines(axes, [1, 2, 4], series, xlabel="n", ylabel="s", xlog=True, ylog=True)
    return drawing


def test_a_drawing_is_svg_with_text_and_the_same_bytes_every_time():
    drawing = example()._repr_svg_()
    assert drawing == example()._repr_svg_()
    assert "<dc:date>" not in drawing
    words = ["".join(text.itertext()) for text in ET.fromstring(drawing).findall(".//{*}text")]
    assert {"n", "s", "a", "b"} <= set(words)


def test_the_ground_is_transparent():
    root = ET.fromstring(example().drawn())
    grounds = [g for g in root.findall(".//{*}g") if g.get("id") in ("patch_1", "patch_2")]
    assert len(grounds) == 2
    for ground in grounds:
        assert "fill: none" in ground.find("{*}path").get("style")


def test_no_colour_is_black_or_white():
    used = set(re.findall(r"#[0-9a-f]{6}\b", example()._repr_svg_()))
    assert used == {plots.INK, plots.BLUE, plots.VERMILION}


def test_lines_differ_in_more_than_colour():
    _, axes = plots.figure()
    series = {name: [1, 2] for name in "abcde"}
    plots.lines(axes, [0, 1], series, xlabel="", ylabel="")
    looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in axes.lines]
    assert len({marker for _, marker, _ in looks}) == 5
    assert [text.get_text() for text in axes.texts] == list("abcde")


def test_bars_are_as_long_as_their_numbers():
    _, axes = plots.figure()
    plots.bars(axes, {"one": 1.0, "three": 3.0}, xlabel="error", references={"two": 2.0})
    assert [bar.get_width() for bar in axes.patches] == [1.0, 3.0]
    assert axes.lines[0].get_xdata()[0] == 2.0
    assert axes.get_xlim()[1] > 3
    assert {text.get_text() for text in axes.texts} == {"1.00", "3.00", "two"}


def test_an_area_of_a_small_map_is_its_weight():
    weights = torch.tensor([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0]])
    _, axes = plots.figure()
    plots.attention_map(axes, weights, queries=["a", "b"], keys=["x", "y", "z"])
    squares = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    areas = np.array([s.get_width() * s.get_height() for s in squares]).reshape(2, 3)
    assert np.allclose(areas / areas.max(), weights)
    middles = [(s.get_x() + s.get_width() / 2, s.get_y() + s.get_height() / 2) for s in squares]
    assert np.allclose(middles, [(x, y) for y in range(2) for x in range(3)])
    assert axes.yaxis_inverted()  # the first query on top
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["x", "y", "z"]


def test_the_opacity_of_a_large_map_is_its_weight():
    weights = torch.rand(20, 30)
    _, axes = plots.figure()
    plots.attention_map(axes, weights, highest=1.0)
    (image,) = axes.images
    opacity = image.to_rgba(image.get_array())[..., 3]
    assert np.allclose(opacity, weights, atol=1 / 255)


def test_a_table_has_each_number_beside_a_square_of_its_size():
    _, axes = plots.figure()
    numbers = torch.tensor([[0.0, 4.0], [16.0, 1.0]])
    plots.number_table(axes, numbers, rows=["a", "b"], columns=["x", "y"])
    assert [text.get_text() for text in axes.texts] == ["0", "4", "16", "1"]
    sides = [line.get_markersize() for line in axes.lines]
    assert np.allclose(np.square(sides) / np.square(sides).max(), numbers.flatten() / 16)
    assert axes.yaxis_inverted()  # the first row on top
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["x", "y"]


def test_tables_can_share_the_scale_of_their_squares():
    _, axes = plots.figure()
    for largest in (None, 16):
        plots.number_table(axes, torch.tensor([[4.0]]), rows=["a"], columns=["x"], largest=largest)
    full, half = (line.get_markersize() for line in axes.lines)
    assert half == pytest.approx(full / 2)


def test_a_table_may_count_from_another_number_and_marks_what_is_below_it():
    _, axes = plots.figure()
    numbers = torch.tensor([[1.0, 0.775, 0.625]])
    rows, columns = ["a"], ["x", "y", "z"]
    plots.number_table(axes, numbers, rows=rows, columns=columns, nothing=0.7, digits=1)
    assert [text.get_text() for text in axes.texts] == ["1.0", "0.8", "0.6"]
    full, *halves = (line.get_markersize() for line in axes.lines)
    assert halves == pytest.approx([full / 2] * 2, rel=1e-4)
    assert [line.get_color() for line in axes.lines] == [plots.BLUE, plots.BLUE, plots.VERMILION]


def test_a_table_of_zeros_has_no_squares():
    _, axes = plots.figure()
    plots.number_table(axes, torch.zeros(1, 2), rows=["a"], columns=["x", "y"])
    assert {line.get_markersize() for line in axes.lines} == {0}


def test_a_map_without_weight_is_empty():
    _, axes = plots.figure()
    plots.attention_map(axes, torch.zeros(2, 2))
    assert all(patch.get_width() == 0 for patch in axes.patches)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"queries": ["a"]}, "queries must hold 2 names, but it holds 1"),
        ({"keys": ["a", "b"]}, "keys must hold 3 names, but it holds 2"),
    ],
)
def test_names_that_do_not_fit_are_named(names, message):
    _, axes = plots.figure()
    with pytest.raises(ValueError, match=message):
        plots.attention_map(axes, torch.ones(2, 3), **names)


def test_weights_of_several_heads_are_no_map():
    _, axes = plots.figure()
    with pytest.raises(ValueError, match=r"\(queries, keys\), but its shape is \(4, 2, 3\)"):
        unchecked(plots.attention_map)(axes, torch.ones(4, 2, 3))


def test_arcs_run_from_the_start_to_every_place_with_weight():
    signal = torch.tensor([1.0, 0.0, 3.0, 0.0, 2.0])
    _, axes = plots.figure()
    plots.arcs(axes, signal, 0, torch.tensor([0.2, 0.0, 0.5, 0.004, 0.25]))
    curves = [patch for patch in axes.patches if isinstance(patch, PathPatch)]
    ends = [(tuple(c.get_path().vertices[0]), tuple(c.get_path().vertices[-1])) for c in curves]
    assert ends == [((0, 1), (2, 3)), ((0, 1), (4, 2))]
    assert curves[0].get_linewidth() == 2 * curves[1].get_linewidth()
    assert len(axes.lines) == 1  # itself: a dot


def test_no_arc_is_cut_off():
    signal = torch.zeros(100)
    signal[0] = 8.0
    _, axes = plots.figure()
    plots.sequence(axes, signal, filled=True)
    plots.arcs(axes, signal, 0, torch.ones(100))
    curves = [patch for patch in axes.patches if isinstance(patch, PathPatch)]
    assert len(curves) == 99
    highest = max(curve.get_path().interpolated(1).get_extents().ymax for curve in curves)
    assert highest < axes.get_ylim()[1] < 1.2 * highest


def test_sequences_are_drawn_sample_by_sample():
    _, axes = plots.figure()
    plots.sequence(axes, torch.tensor([0.0, 2.0, -1.0]), name="signal")
    assert axes.lines[0].get_xydata().tolist() == [[0, 0], [1, 2], [2, -1]]
    assert axes.get_ylim()[0] <= -1


def test_bands_show_every_seed_and_their_mean():
    _, axes = plots.figure()
    y = np.array([[1.0, 3.0], [2.0, 6.0], [4.0, 8.0]])  # (x, seeds)
    plots.bands(axes, [1, 2, 4], {"a": y}, xlabel="n", ylabel="s")
    first, second, mean = axes.lines
    assert first.get_ydata().tolist() == [1, 2, 4]
    assert second.get_ydata().tolist() == [3, 6, 8]
    assert mean.get_ydata().tolist() == [2, 4, 6]
    assert mean.get_linewidth() > 2 * first.get_linewidth()


def test_a_spread_shows_every_seed_at_every_budget_and_the_reference():
    _, axes = plots.figure()
    values = {
        "head": {"1,000 steps": [0.1, 0.3], "2,000 steps": [0.05, 0.07]},
        "average": {"1,000 steps": [0.2, 0.2], "2,000 steps": [0.1, 0.2]},
    }
    plots.spread(axes, values, xlabel="error", references={"chance": 0.9})
    *dots, reference = axes.lines
    assert [line.get_xdata().tolist() for line in dots] == [
        [0.1, 0.3], [0.05, 0.07], [0.2, 0.2], [0.1, 0.2],
    ]  # fmt: skip
    rows = [set(np.round(line.get_ydata())) for line in dots]
    assert rows == [{0}, {0}, {1}, {1}]  # each thing in its own row
    bars = [collection.get_segments()[0][0][0] for collection in axes.collections]
    assert bars == pytest.approx([0.2, 0.06, 0.2, 0.15])
    assert reference.get_xdata()[0] == 0.9
    labels = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert labels == ["1,000 steps", "2,000 steps"]
    assert [text.get_text() for text in axes.texts] == ["chance"]


def test_equal_numbers_of_a_spread_lie_above_each_other():
    _, axes = plots.figure()
    values = {"": {"once": [8.0, 7.0, 8.0, 8.0, 4.0]}}
    plots.spread(axes, values, xlabel="errors", references={"rival": 7.0})
    heights = axes.lines[0].get_ydata()
    assert len({*heights[[0, 2, 3]]}) == 3
    assert heights[1] == heights[4] == pytest.approx(heights[[0, 2, 3]].mean())
    assert axes.collections[0].get_zorder() > axes.lines[-1].get_zorder()  # the bar is not hidden


def test_a_path_has_one_step_for_each_query():
    _, axes = plots.figure()
    plots.alignment_path(axes, torch.tensor([0, 0, 2]))
    assert axes.lines[0].get_xydata().tolist() == [[-0.5, 0], [0.5, 0], [1.5, 2], [2.5, 2]]


def test_the_data_of_a_live_figure_are_plain_and_cannot_end_their_script():
    shown = plots.live("demo", text="</script><b>", weights=torch.tensor([[0.25, 0.75]]))
    html = shown._repr_html_()
    (data,) = re.findall(r'<script type="application/json">(.*?)</script>', html)
    assert json.loads(data) == {"text": "</script><b>", "weights": [[0.25, 0.75]]}
    assert html.startswith('<div class="demo" data-demo="demo">')
    assert "could not start here" in html


def test_a_line_joins_each_word_with_those_it_looks_at_as_wide_as_its_weight():
    drawing, axes = plots.figure()
    weights = torch.tensor([[0.0, 1.0], [0.5, 0.01]])
    plots.attention_lines(axes, weights, queries=["du", "vin"], keys=["some", "wine"])
    lines = {tuple(line.get_xdata()): line.get_linewidth() for line in axes.lines}
    assert lines == pytest.approx({(0.25, 0.75): 6, (0.75, 0.25): 3})
    places = {text.get_text(): text.get_position()[0] for text in axes.texts}
    assert places == {"some": 0.25, "wine": 0.75, "du": 0.25, "vin": 0.75}
    heights = {text.get_text(): text.get_position()[1] for text in axes.texts}
    assert heights["some"] > heights["du"]
    assert "wine" in drawing._repr_svg_()


def test_a_named_line_has_a_colour_of_its_own_which_its_name_has_too():
    _, axes = plots.figure()
    named = {(0, 0): "who bites?", (0, 1): "who is bitten?"}
    plots.attention_lines(
        axes, torch.tensor([[0.5, 0.5]]), queries=["bites"], keys=["dog", "man"], names=named
    )
    colours = {text.get_text(): text.get_color() for text in axes.texts}
    drawn = [line.get_color() for line in axes.lines]
    assert drawn == [colours["who bites?"], colours["who is bitten?"]]
    assert len(set(drawn)) == 2


def test_a_look_at_an_image_is_a_square_on_each_region_with_the_weight_as_its_area():
    _, axes = plots.figure()
    weights = torch.tensor([[0.8, 0.0, 0.0], [0.0, 0.2, 0.0]])
    plots.attention_on_image(axes, torch.rand(8, 12), weights)
    squares = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert [square.get_width() for square in squares] == pytest.approx([4, 2])
    middles = [np.add(s.get_xy(), s.get_width() / 2).tolist() for s in squares]
    assert middles == [pytest.approx([1.5, 1.5]), pytest.approx([5.5, 5.5])]


def test_the_grid_of_an_image_is_where_its_regions_meet():
    _, axes = plots.figure()
    plots.attention_on_image(axes, torch.rand(8, 12), torch.zeros(2, 3), grid=True)
    across = [line.get_ydata()[0] for line in axes.lines if len(set(line.get_ydata())) == 1]
    down = [line.get_xdata()[0] for line in axes.lines if len(set(line.get_xdata())) == 1]
    assert (across, down) == ([3.5], [3.5, 7.5])


def test_a_live_figure_shows_a_still_one_where_no_script_runs():
    drawing, axes = plots.figure()
    axes.set_title("<still>")
    html = plots.live("demo", still=drawing, alt='the "still" one')._repr_html_()
    (picture,) = re.findall(
        r'<noscript><img src="data:image/svg\+xml,([^"]+)" alt="the &quot;still&quot; one">', html
    )
    texts = [element.text for element in ET.fromstring(unquote(picture)).iter(f"{SVG}text")]
    assert "<still>" in texts
    with pytest.raises(ValueError, match="alt must describe the figure `still`"):
        plots.live("demo", still=drawing)


def test_waves_show_their_sign_and_nothing_at_zero():
    _, axes = plots.figure()
    plots.waves(axes, torch.tensor([[-1.0, 0, 1]]))
    (image,) = axes.images
    below, zero, above = image.to_rgba(image.get_array())[0]
    assert zero[3] < 0.02
    assert below[0] > below[2]  # vermilion
    assert above[2] > above[0]  # blue


def test_a_shift_is_drawn_at_its_row_and_column():
    _, axes = plots.figure()
    plots.shifts(axes, torch.tensor([[0.0, 2], [1, 0.5]]))
    grid, places = axes.lines
    assert len(grid.get_xdata()) == 9
    assert places.get_xdata().tolist() == [2, 0.5]
    assert places.get_ydata().tolist() == [0, 1]


def test_a_line_leads_from_where_a_head_began_to_where_it_is():
    _, axes = plots.figure()
    ends, starts = torch.tensor([[0.0, 2], [1, 0.5]]), torch.tensor([[0.5, 1.5], [2.0, 1]])
    plots.shifts(axes, ends, starts=starts)
    _, *paths, _ = axes.lines
    assert [path.get_xdata().tolist() for path in paths] == [[1.5, 2], [1, 0.5]]
    assert [path.get_ydata().tolist() for path in paths] == [[0.5, 0], [2, 1]]


def test_words_stand_at_the_middle_of_their_letters():
    _, axes = plots.figure()
    plots.attention_map(axes, torch.ones(9, 16))
    plots.name_words(axes, queries="le 21 mai", keys="May 21, 2026 ...")
    assert [label.get_text() for label in axes.get_yticklabels()] == ["le", "21", "mai"]
    assert axes.get_yticks().tolist() == [0.5, 3.5, 7]
    assert axes.get_xticks().tolist() == [1, 4.5, 9.5]
    plots.name_words(axes, keys="May 21, 2026 ...")
    assert len(axes.get_yticks()) == 0
    assert not axes.lines


def test_lines_and_a_frame_stand_around_words():
    _, axes = plots.figure()
    plots.attention_map(axes, torch.ones(9, 16))
    plots.name_words(axes, keys="May 21, 2026 ...", edges=True)
    edges = sorted(line.get_xdata()[0] for line in axes.lines)
    assert edges == [-0.5, 2.5, 3.5, 5.5, 7.5, 11.5]
    plots.frame(axes, rows=range(3, 5), columns=range(4, 6))
    framed = axes.patches[-1].get_bbox()
    cells = [(x, y) for x in range(16) for y in range(9) if framed.contains(x, y)]
    assert cells == [(4, 3), (4, 4), (5, 3), (5, 4)]


def test_a_look_without_weights_is_the_image_alone():
    _, axes = plots.figure()
    plots.attention_on_image(axes, torch.rand(4, 4), torch.zeros(1, 1))
    assert not axes.patches
    assert len(axes.images) == 1


def dots(axes):
    """The dots of each row of a strip plot, by their face: filled, or hollow."""
    found = {}
    for line in (line for line in axes.lines if line.get_marker() == "o"):
        row = int(np.floor(line.get_ydata()[0] + 0.5))
        face = "hollow" if line.get_markerfacecolor() == "none" else "filled"
        found[row, face] = sorted(line.get_xdata().tolist())
    return found


def test_a_strip_shows_every_run_and_the_median():
    drawing, axes = plots.figure()
    values = {"GRU": [0.5, 0.75, 0.25, 0.75], "LSTM": torch.tensor([1.0, 0.0, 1.0])}
    plots.strip(axes, values, xlabel="recalled", percent=True, references={"chance": 0.05})
    assert dots(axes) == {(0, "filled"): [0.25, 0.5, 0.75, 0.75], (1, "filled"): [0, 1, 1]}
    words = {text.get_text(): text.get_position() for text in axes.texts}
    assert list(words) == ["GRU", "median 62.5 %", "LSTM", "median 100 %", "chance"]
    assert words["chance"][0] == 0.05
    assert axes.get_xlim() == (0, 1)
    assert "100 %" in [label.get_text() for label in axes.get_xticklabels()]
    assert "LSTM" in drawing._repr_svg_()


def test_names_beside_a_strip_are_level_with_their_dots():
    _, axes = plots.figure()
    plots.strip(axes, {"GRU": [0.5], "LSTM": [1.0]}, xlabel="", beside=True)
    heights = [line.get_ydata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert axes.get_yticks().tolist() == heights
    assert [name.get_text() for name in axes.get_yticklabels()] == ["GRU", "LSTM"]
    assert not axes.texts


def test_runs_of_a_strip_that_never_got_there_are_hollow_dots_beyond_the_axis():
    _, axes = plots.figure()
    plots.strip(axes, {"one": [100, None, 9000], "two": [np.inf, None, 50]}, xlabel="", xlog=True)
    found = dots(axes)
    assert (found[0, "filled"], found[1, "filled"]) == ([100, 9000], [50])
    never = found[0, "hollow"][0]
    assert found[1, "hollow"] == [never, never]
    assert never > 9000
    *ticks, last = zip(
        axes.get_xticks(), (t.get_text() for t in axes.get_xticklabels()), strict=True
    )
    assert last == (never, "never")
    assert (1000, "1,000") in ticks
    assert "median never" in [text.get_text() for text in axes.texts]


def test_nearly_equal_runs_of_a_strip_do_not_hide_each_other():
    _, axes = plots.figure()
    plots.strip(axes, {"": [1.0, 1.0, 0.999, 0.5]}, xlabel="", percent=True)
    heights = axes.lines[0].get_ydata()
    assert len({*heights[:3].tolist()}) == 3
    assert heights[3] == pytest.approx(heights[:3].mean())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"a": []}, "'a' has none"),
        ({"a": [1.0], "b": [float("nan")]}, "a number for each run, but 'b' holds nan"),
    ],
)
def test_a_strip_refuses_what_is_no_number(values, message):
    _, axes = plots.figure()
    with pytest.raises(ValueError, match=message):
        plots.strip(axes, values, xlabel="")


def test_steps_that_are_not_positive_are_refused():
    _, axes = plots.figure()
    for draw in (plots.strip, plots.escapes):
        named = {"xlabel": "", "xlog": True} | ({"last": 9} if draw is plots.escapes else {})
        with pytest.raises(ValueError, match="positive for each run, but 'a' holds -1"):
            draw(axes, {"a": [3, -1]}, **named)


def test_a_survival_curve_rises_by_one_run_at_each_success():
    _, axes = plots.figure()
    plots.escapes(axes, {"a": [300, None, 100, 900]}, last=500)
    (curve,) = axes.lines
    at = dict(zip(curve.get_xdata().tolist(), curve.get_ydata().tolist(), strict=False))
    assert (at[0], at[100], at[300], at[500]) == (0, 0.25, 0.5, 0.5)
    assert curve.get_drawstyle() == "steps-post"
    assert [text.get_text() for text in axes.texts] == [
        "a: 2\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}4"
    ]


def boxes(drawing, axes):
    drawing.arrange()
    return {text.get_text(): Text.get_window_extent(text) for text in axes.texts}


def test_labels_stand_at_the_ends_of_their_lines_and_do_not_overlap():
    drawing, axes = plots.figure(height=2.0)
    ends = {"low": 0.0, "middle": 0.5, "also in the middle": 0.51, "high": 1.0}
    for name, end in ends.items():
        axes.plot([0, 1], [0.2, end], label=name)
    plots.label_lines(plots.label_lines(axes))
    found = boxes(drawing, axes)
    assert list(found) == list(ends)  # each once
    low, middle, also, high = found.values()
    assert low.y1 < middle.y0 < middle.y1 <= also.y0 < also.y1 < high.y0
    assert min(box.x0 for box in found.values()) > axes.get_window_extent().x1
    for name in ("low", "high"):
        centre = (found[name].y0 + found[name].y1) / 2
        wanted = axes.transData.transform((1, ends[name]))[1]
        assert centre == pytest.approx(wanted, abs=1)
    colours = [text.get_color() for text in axes.texts]
    assert colours == [line.get_color() for line in axes.lines]


def test_a_phone_gets_a_narrow_drawing_with_letters_as_large():
    drawing = example()
    root = ET.fromstring(drawing._repr_svg_())
    narrow = root.find(f"{SVG}metadata/{SVG}svg")
    wide_px, narrow_px = (float(r.get("width").removesuffix("pt")) * 4 / 3 for r in (root, narrow))
    assert narrow_px < 370 < 600 < wide_px < 745
    sizes = re.findall(r"font-size: ([\d.]+)px[^>]*>[a-z]", drawing._repr_svg_())
    assert len(sizes) >= 8
    assert min(map(float, sizes)) * 4 / 3 > 12
    assert drawing.get_figwidth() == plots.WIDTH  # as it was
    assert "<metadata" not in drawing.drawn()


def test_two_charts_side_by_side_stand_one_below_the_other_on_a_phone():
    drawing, axes = plots.figure(1, 2, height=2.0, sharey=True)
    for axis in axes:
        plots.lines(axis, [1, 2], {"a": [1, 2]}, xlabel="n", ylabel="")
    root = ET.fromstring(drawing._repr_svg_())
    narrow = root.find(f"{SVG}metadata/{SVG}svg")
    heights = [float(r.get("height").removesuffix("pt")) for r in (root, narrow)]
    assert heights[1] > 1.8 * heights[0]
    assert axes[0].get_position().x1 < axes[1].get_position().x0  # side by side again
    assert drawing._repr_svg_() == drawing._repr_svg_()


def test_tick_labels_that_would_overlap_are_thinned_out():
    drawing, axes = plots.figure(width=3.0)
    axes.plot(range(20), range(20))
    axes.set_xticks(range(20), [f"{n:,}" for n in range(1000, 1020)])
    drawing.arrange()
    shown = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_visible()]
    assert 2 <= len(shown) < 20
    assert all(one.x1 < other.x0 for one, other in itertools.pairwise(shown))


def test_a_title_that_is_wider_than_its_panel_is_broken():
    drawing, axes = plots.figure(1, 4, width=4.0)
    title = "the gradient at the queries, its median"
    axes[0].set_title(title, fontsize=8)
    for _ in range(2):
        drawing.arrange()
        shown = axes[0].get_title(loc="left")
        assert "\n" in shown
        assert shown.replace("\n", " ") == title
    assert "font-size: 8px" in drawing.drawn()
