"""Learning a linear threshold rule: learners, exact learning curves, a fast simulator.

    >>> import rosenblatt as rb
    >>> rb.learning_curve("rosenblatt", [1, 10]).frame["disagreement"].round(4).tolist()
    [0.3192, 0.1376]

Public names are those imported below, for type checkers; they are imported in earnest when they are first used, so that
importing the package is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.2.0"

if TYPE_CHECKING:
    from rosenblatt import river as river
    from rosenblatt import theory as theory
    from rosenblatt.estimators.amp_classifier import AMPClassifier as AMPClassifier
    from rosenblatt.estimators.amp_regressor import AMPRegressor as AMPRegressor
    from rosenblatt.estimators.bayes import BayesClassifier as BayesClassifier
    from rosenblatt.estimators.bounded import BoundedPerceptron as BoundedPerceptron
    from rosenblatt.estimators.cyclic import CyclicPerceptron as CyclicPerceptron
    from rosenblatt.estimators.influence import InfluenceClassifier as InfluenceClassifier
    from rosenblatt.estimators.load import load as load
    from rosenblatt.estimators.max_margin import MaxMarginPerceptron as MaxMarginPerceptron
    from rosenblatt.estimators.mean_field import MeanFieldClassifier as MeanFieldClassifier
    from rosenblatt.estimators.numbers import BayesRegressor as BayesRegressor
    from rosenblatt.estimators.online import OnlineClassifier as OnlineClassifier
    from rosenblatt.estimators.queries import choose_queries as choose_queries
    from rosenblatt.estimators.regression import OnlineRegressor as OnlineRegressor
    from rosenblatt.planning import DriftPlan as DriftPlan
    from rosenblatt.planning import Plan as Plan
    from rosenblatt.planning import plan as plan
    from rosenblatt.planning import sample_sizes as sample_sizes
    from rosenblatt.plots import plot as plot
    from rosenblatt.rules.adaline import Adaline as Adaline
    from rosenblatt.rules.adatron import Adatron as Adatron
    from rosenblatt.rules.arow import Arow as Arow
    from rosenblatt.rules.bayes_binary import BayesBinary as BayesBinary
    from rosenblatt.rules.bayes_diagonal import BayesDiagonal as BayesDiagonal
    from rosenblatt.rules.bayes_gaussian import BayesGaussian as BayesGaussian
    from rosenblatt.rules.bayes_hebb import BayesHebb as BayesHebb
    from rosenblatt.rules.bayes_linear import BayesLinear as BayesLinear
    from rosenblatt.rules.bounded import Bounded as Bounded
    from rosenblatt.rules.clipped_hebb import ClippedHebb as ClippedHebb
    from rosenblatt.rules.hebb import Hebb as Hebb
    from rosenblatt.rules.kinds.covariance import CovarianceRule as CovarianceRule
    from rosenblatt.rules.kinds.from_function import rule as rule
    from rosenblatt.rules.kinds.hebbian import HebbianRule as HebbianRule
    from rosenblatt.rules.kinds.rule import Rule as Rule
    from rosenblatt.rules.kinds.synaptic import SynapticRule as SynapticRule
    from rosenblatt.rules.kinds.vector import VectorRule as VectorRule
    from rosenblatt.rules.margin import Margin as Margin
    from rosenblatt.rules.normalised import Normalised as Normalised
    from rosenblatt.rules.optimal import Optimal as Optimal
    from rosenblatt.rules.optimal import optimal_rule as optimal_rule
    from rosenblatt.rules.optimal_linear import OptimalLinear as OptimalLinear
    from rosenblatt.rules.parts.schedules import PowerLaw as PowerLaw
    from rosenblatt.rules.parts.schedules import Schedule as Schedule
    from rosenblatt.rules.parts.schedules import Tabulated as Tabulated
    from rosenblatt.rules.parts.smooth_functions import Committee as Committee
    from rosenblatt.rules.parts.smooth_functions import Parity as Parity
    from rosenblatt.rules.parts.smooth_functions import Quadratic as Quadratic
    from rosenblatt.rules.parts.smooth_functions import SmoothFunction as SmoothFunction
    from rosenblatt.rules.parts.smooth_functions import smooth_function as smooth_function
    from rosenblatt.rules.parts.updates import FixedMomentum as FixedMomentum
    from rosenblatt.rules.parts.updates import Momentum as Momentum
    from rosenblatt.rules.practical_linear import PracticalLinear as PracticalLinear
    from rosenblatt.rules.registry import register as register
    from rosenblatt.rules.relative_margin import RelativeMargin as RelativeMargin
    from rosenblatt.rules.rosenblatt import Rosenblatt as Rosenblatt
    from rosenblatt.rules.scw import Scw as Scw
    from rosenblatt.rules.shifted import Shifted as Shifted
    from rosenblatt.rules.smooth import Smooth as Smooth
    from rosenblatt.scenario import BinaryInputs as BinaryInputs
    from rosenblatt.scenario import BinaryTeacher as BinaryTeacher
    from rosenblatt.scenario import BooleanInputs as BooleanInputs
    from rosenblatt.scenario import CentredInputs as CentredInputs
    from rosenblatt.scenario import Channel as Channel
    from rosenblatt.scenario import Covariance as Covariance
    from rosenblatt.scenario import DriftingTeacher as DriftingTeacher
    from rosenblatt.scenario import FadingFlips as FadingFlips
    from rosenblatt.scenario import FieldNoise as FieldNoise
    from rosenblatt.scenario import Flips as Flips
    from rosenblatt.scenario import GaussBernoulli as GaussBernoulli
    from rosenblatt.scenario import GaussianInputs as GaussianInputs
    from rosenblatt.scenario import GaussianNoise as GaussianNoise
    from rosenblatt.scenario import IndependentTeacher as IndependentTeacher
    from rosenblatt.scenario import InputNoise as InputNoise
    from rosenblatt.scenario import Inputs as Inputs
    from rosenblatt.scenario import Logistic as Logistic
    from rosenblatt.scenario import Orthogonal as Orthogonal
    from rosenblatt.scenario import OwnChannel as OwnChannel
    from rosenblatt.scenario import PairQueries as PairQueries
    from rosenblatt.scenario import Probit as Probit
    from rosenblatt.scenario import ProductInputs as ProductInputs
    from rosenblatt.scenario import Queries as Queries
    from rosenblatt.scenario import QueryDensity as QueryDensity
    from rosenblatt.scenario import Scenario as Scenario
    from rosenblatt.scenario import ShiftedInputs as ShiftedInputs
    from rosenblatt.scenario import ShrinkingQueries as ShrinkingQueries
    from rosenblatt.scenario import SphericalTeacher as SphericalTeacher
    from rosenblatt.scenario import Start as Start
    from rosenblatt.scenario import Teacher as Teacher
    from rosenblatt.scenario import Ternary as Ternary
    from rosenblatt.scenario.priors import MixturePrior as MixturePrior
    from rosenblatt.scenario.priors import Prior as Prior
    from rosenblatt.simulation.enumeration import enumerate_binary as enumerate_binary
    from rosenblatt.simulation.ledger import Ledger as Ledger
    from rosenblatt.simulation.query_by_committee import simulate_query_by_committee as simulate_query_by_committee
    from rosenblatt.simulation.simulate import simulate as simulate
    from rosenblatt.simulation.simulation import Simulation as Simulation
    from rosenblatt.simulation.simulation_files import load_simulation as load_simulation
    from rosenblatt.simulation.soft_committee import simulate_soft_committee as simulate_soft_committee
    from rosenblatt.streams.evaluation import Evaluation as Evaluation
    from rosenblatt.streams.evaluation import evaluate as evaluate
    from rosenblatt.streams.hashed_rows import HashedRows as HashedRows
    from rosenblatt.streams.number_evaluation import NumberEvaluation as NumberEvaluation
    from rosenblatt.streams.predicted_curve import PredictedCurve as PredictedCurve
    from rosenblatt.streams.predicted_curve import predict_curve as predict_curve
    from rosenblatt.streams.stream_evaluation import StreamEvaluation as StreamEvaluation
    from rosenblatt.studies.finite_size import FiniteSize as FiniteSize
    from rosenblatt.studies.finite_size import finite_size as finite_size
    from rosenblatt.studies.overlap_distribution import OverlapDistribution as OverlapDistribution
    from rosenblatt.studies.overlap_distribution import overlap_distribution as overlap_distribution
    from rosenblatt.sweeps.result import Sweep as Sweep
    from rosenblatt.sweeps.sweep import sweep as sweep
    from rosenblatt.theory.bayes import Thresholds as Thresholds
    from rosenblatt.theory.bayes import thresholds as thresholds
    from rosenblatt.theory.best_rate import BestRate as BestRate
    from rosenblatt.theory.best_rate import best_rate as best_rate
    from rosenblatt.theory.best_schedule import BestSchedule as BestSchedule
    from rosenblatt.theory.best_schedule import best_schedule as best_schedule
    from rosenblatt.theory.capacity import capacity as capacity
    from rosenblatt.theory.capacity import log_capacity as log_capacity
    from rosenblatt.theory.capacity import separable_fraction as separable_fraction
    from rosenblatt.theory.capacity_of import capacity_of as capacity_of
    from rosenblatt.theory.curve import Curve as Curve
    from rosenblatt.theory.learning_curve import learning_curve as learning_curve
    from rosenblatt.theory.soft_committee import soft_committee as soft_committee
else:
    from rosenblatt.lazy_names import lazily

    __all__, __getattr__, __dir__ = lazily(__name__)
