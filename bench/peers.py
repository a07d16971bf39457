"""The peers, through their own fastest ways: OpenSpiel's C++ rollouts of Oh Hell, RLCard's Uno."""

import logging
import random
from collections.abc import Callable

SIMULATIONS = 60
ROLLOUTS = 500


STEPS_OF_A_ROLLOUT = 4 + 4 * 7
"""Oh Hell at 4 seats with 7 tricks: a bid and seven cards each."""


def open_spiel_steps() -> Callable[[], int]:
    """Steps of C++ rollouts, 4 seats and 7 tricks, from after the deal, by the IS-MCTS bot with a rollout evaluator.

    A simulation goes down the tree a little before its rollouts begin; they are counted as if from the top.
    """
    import pyspiel

    game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=7)")
    rng = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    playout, steps = state.clone(), 0
    while not playout.is_terminal():
        playout.apply_action(rng.choice(playout.legal_actions()))
        steps += 1
    assert steps == STEPS_OF_A_ROLLOUT
    bot = pyspiel.ISMCTSBot(
        7,  # seed
        pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7),
        1.4,  # exploration
        SIMULATIONS,
        -1,  # world samples: as many as it likes; 0 crashes it
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )

    def work() -> int:
        bot.step(state)
        return SIMULATIONS * ROLLOUTS * steps

    return work


def open_spiel_simulations() -> Callable[[], int]:
    """Simulations of its C++ IS-MCTS, one rollout each, at the first card of the first trick: 4 seats, 7 tricks."""
    import pyspiel

    rng = random.Random(1)
    state = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=7)").new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    for _ in range(4):  # the bids
        state.apply_action(rng.choice(state.legal_actions()))
    number = 10_000
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(7, pyspiel.RandomRolloutEvaluator(1, 7), 1.4, number, -1, final, False, False)

    def work() -> int:
        bot.step(state)
        return number

    return work


def rlcard_steps() -> Callable[[], int]:
    """Decisions of whole Uno games by RLCard's own random agents."""
    logging.disable(logging.WARNING)
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def work() -> int:
        decisions = 0
        for _ in range(60):
            trajectories, _ = env.run(is_training=False)
            decisions += sum(len(states_and_actions) // 2 for states_and_actions in trajectories)
        return decisions

    return work
