"""The papers that the rules come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper, and the short name that docs and errata use for it."""

    short: str
    authors: str
    title: str
    where: str
    year: int

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.where}."


@dataclass(frozen=True)
class Reference:
    """A place in a paper: the paper's key in `PAPERS` and the equations or sections used."""

    paper: str
    equations: str

    def __str__(self) -> str:
        return f"{PAPERS[self.paper].short} {self.equations}"


PAPERS: dict[str, Paper] = {
    "golea-marchand-1992": Paper(
        "GM",
        "Mostefa Golea and Mario Marchand",
        "On Learning Perceptrons with Binary Weights",
        "Submitted to Neural Computation, third draft",
        1992,
    ),
    "sompolinsky-lecture-2010": Paper(
        "L8", "Haim Sompolinsky", "Lecture 8, Perceptron II", "MCB 131, Harvard University", 2010
    ),
    "barkai-seung-sompolinsky-1995": Paper(
        "BSS",
        "N. Barkai, H. S. Seung and H. Sompolinsky",
        "On-line Learning of Dichotomies",
        "Advances in Neural Information Processing Systems 7",
        1995,
    ),
    "solla-winther-1998": Paper(
        "SW",
        "Sara A. Solla and Ole Winther",
        "Optimal Perceptron Learning: an Online Bayesian Approach",
        "On-Line Learning in Neural Networks, Cambridge University Press",
        1998,
    ),
    "kinouchi-caticha-1995": Paper(
        "KC",
        "Osame Kinouchi and Nestor Caticha",
        "On-line versus Off-line Learning in the Linear Perceptron: a Comparative Study",
        "Universidade de Sao Paulo, IFUSP/P-1157",
        1995,
    ),
    "crammer-kulesza-dredze-2009": Paper(
        "CKD",
        "Koby Crammer, Alex Kulesza and Mark Dredze",
        "Adaptive Regularization of Weight Vectors",
        "Advances in Neural Information Processing Systems 22",
        2009,
    ),
    "wang-zhao-hoi-2012": Paper(
        "WZH",
        "Jialei Wang, Peilin Zhao and Steven C. H. Hoi",
        "Exact Soft Confidence-Weighted Learning",
        "Proceedings of the 29th International Conference on Machine Learning",
        2012,
    ),
}
