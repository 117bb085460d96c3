"""Trained models as ONNX graphs, which run in a browser.

translators   those of the dates, which the demos of chapters 2, 4 and 5 run
writer        a GPT that writes character by character, for the demo of chapter 6
images        a ViT that reads digits and a small SAM, for the demos of chapter 7
graph         how a module becomes a small file

    python -m payattention.export

writes those of the course beside the checkpoints. One of your own GPTs, saved by
`payattention.experiments.characters.save`, becomes a file that the demo can open by

    python -m payattention.export gpt MY.pt --to FOLDER

Both need the packages onnx and onnxscript, of the extra ``export``.
"""
