"""What ``rosenblatt reproduce`` leaves behind: every figure and claim of the papers, judged, on one page.

`run` computes and judges; `page` puts the sections of the papers on a page, which needs no server and fetches nothing:
`errata` first, then each `claim` beside the figure that shows it. What moves on the page is in ``page.js``.
"""
