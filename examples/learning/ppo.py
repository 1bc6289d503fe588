"""Learn to play Boss Quest in five minutes on two cores: PPO on the vector environment, in one page.

    pip install 'bagarre[torch]'
    python examples/learning/ppo.py                         # 5 minutes of one core; writes the learning curve as SVG beside it
    python examples/learning/ppo.py --minutes 2 --opponents scripted

The learner holds a random seat of a table of four and is paid at the end only: 1 for beating everybody, -1 for being beaten by everybody. Every
observation is what its seat may know. Now and then it is tried against three random and against three scripted players: a fair share of
wins is 25 %. Minutes are those of the processor, so that a busy machine gives the same curve.
"""

# mypy: disallow-subclassing-any=False, disallow-untyped-calls=False

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from torch import nn
from torch.distributions import Categorical

import bagarre.envs.gymnasium  # noqa: F401 (registers the games)
from bagarre.envs.vector import BagarreVectorEnv

GAMES, STEPS, EPOCHS, PARTS = 256, 32, 3, 8
TRIAL = 1000
"""Games of one trial."""
RATE, DISCOUNT, TRACE, CLIP, ENTROPY = 7e-4, 1.0, 0.95, 0.2, 0.02


class Policy(nn.Module):
    """Two layers, then what to do and how good it looks."""

    def __init__(self, seen: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.choice, self.value = nn.Linear(128, actions), nn.Linear(128, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        body = self.body(seen)
        logits = self.choice(body).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(body).squeeze(-1)


Point = tuple[float, int, dict[str, float]]
"""Minutes, steps, and the share of games won against each kind of player."""
RIVALS = ("random", "scripted")


def make(game: str, players: int, opponents: str) -> BagarreVectorEnv:
    return BagarreVectorEnv(game, GAMES, players, opponents=opponents, seat="random", reward="place")


def tried(policy: Policy, envs: BagarreVectorEnv, seed: int, games: int) -> float:
    """The share of games won by the policy as it plays."""
    seen, info = envs.reset(seed=seed)
    seats, won, ended = info["seat"], 0, 0
    while ended < games:
        with torch.no_grad():
            choice, _ = policy(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        seen, _, over, _, info = envs.step(choice.sample().numpy())
        ended += over.sum()
        won += (info["ranks"][over, seats[over]] == 1).sum() if over.any() else 0
        seats = info["seat"]
    return float(won / ended)


def advantages(
    rewards: torch.Tensor, values: torch.Tensor, ends: torch.Tensor, last: torch.Tensor
) -> torch.Tensor:
    """How much better each step was than expected (generalised advantage estimation)."""
    found, carried, following = torch.zeros_like(rewards), torch.zeros_like(last), last
    for t in reversed(range(len(rewards))):
        going = 1 - ends[t]
        surprise = rewards[t] + DISCOUNT * going * following - values[t]
        carried = surprise + DISCOUNT * TRACE * going * carried
        found[t], following = carried, values[t]
    return found


def learn(game: str, players: int, opponents: str, minutes: float, seed: int) -> list[Point]:
    """Train, and measure now and then."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    envs, rivals = make(game, players, opponents), {kind: make(game, players, kind) for kind in RIVALS}
    size, actions = envs.games.observations.shape[1], envs.games.masks.shape[1]
    policy = Policy(size, actions)
    optimiser = torch.optim.Adam(policy.parameters(), lr=RATE, eps=1e-5)
    seen_at, mask_at = torch.zeros(STEPS, GAMES, size), torch.zeros(STEPS, GAMES, actions, dtype=torch.int8)
    taken, sure, paid, ends, values = (torch.zeros(STEPS, GAMES) for _ in range(5))
    seen, info = envs.reset(seed=seed)
    curve: list[Point] = []
    start, steps, next_trial = time.process_time(), 0, 0.0
    while True:
        spent = (time.process_time() - start) / 60
        if spent >= next_trial or spent >= minutes:
            shares = {kind: tried(policy, others, seed + 1, TRIAL) for kind, others in rivals.items()}
            curve.append((spent, steps, shares))
            told = "  ".join(f"{share:6.1%} against {kind}" for kind, share in shares.items())
            print(f"{spent:5.1f} min  {steps:>9,} steps  {told}", flush=True)
            if spent >= minutes:
                return curve
            next_trial = spent + minutes / 12
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.1, 1 - spent / minutes)
        for t in range(STEPS):
            seen_at[t], mask_at[t] = torch.from_numpy(seen), torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                choice, values[t] = policy(seen_at[t], mask_at[t])
                action = choice.sample()
            taken[t], sure[t] = action, choice.log_prob(action)
            seen, reward, over, cut, info = envs.step(action.numpy())
            paid[t], ends[t] = torch.from_numpy(reward), torch.from_numpy(over | cut)
        steps += STEPS * GAMES
        with torch.no_grad():
            _, last = policy(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        gains = advantages(paid, values, ends, last)
        batch = [rows.flatten(0, 1) for rows in (seen_at, mask_at, taken, sure, gains, gains + values)]
        for _ in range(EPOCHS):
            for part in torch.randperm(STEPS * GAMES).chunk(PARTS):
                update(policy, optimiser, [rows[part] for rows in batch])


def update(policy: Policy, optimiser: torch.optim.Optimizer, rows: list[torch.Tensor]) -> None:
    """One step of PPO's clipped objective."""
    seen, mask, taken, sure, gains, goals = rows
    choice, values = policy(seen, mask)
    ratio = (choice.log_prob(taken) - sure).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    gain = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
    loss = -gain + 0.5 * (values - goals).pow(2).mean() - ENTROPY * choice.entropy().mean()
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimiser.step()


COLOURS = {"random": "#2a7", "scripted": "#26c"}


def drawn(curve: list[Point], players: int, title: str) -> str:
    """The learning curve as SVG."""
    width, height, left, top, right = 640, 300, 48, 36, 90
    longest = max(minute for minute, _, _ in curve) or 1.0

    def x(minute: float) -> float:
        return left + (width - left - right) * minute / longest

    def y(share: float) -> float:
        return height - 40 - (height - 40 - top) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#555">',
        f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="20" font-size="14">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            f'<line x1="{left}" x2="{width - right}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#ddd"/>'
            f'<text x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        )
    for minute in range(int(longest) + 1):
        parts.append(f'<text x="{x(minute):.1f}" y="{height - 20}" text-anchor="middle">{minute} min</text>')
    fair = y(1 / players)
    parts.append(
        f'<line x1="{left}" x2="{width - right}" y1="{fair:.1f}" y2="{fair:.1f}" stroke="#c33" stroke-dasharray="5 4"/>'
        f'<text x="{width - right + 6}" y="{fair + 4:.1f}" fill="#c33">fair share</text>'
    )
    for kind, colour in COLOURS.items():
        points = " ".join(f"{x(minute):.1f},{y(shares[kind]):.1f}" for minute, _, shares in curve)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
            f'<text x="{width - right + 6}" y="{y(curve[-1][2][kind]) + 4:.1f}" fill="{colour}">v {kind}</text>'
        )
    return "".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="boss-quest")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--opponents", default="random", help="who plays the other seats while it learns")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--curve", type=Path, default=Path(__file__).with_suffix(".svg"), help="the SVG to write"
    )
    arguments = parser.parse_args()
    curve = learn(arguments.game, arguments.players, arguments.opponents, arguments.minutes, arguments.seed)
    title = f"{arguments.game}, {arguments.players} players: share of games won ({curve[-1][1]:,} steps)"
    arguments.curve.write_text(drawn(curve, arguments.players, title), encoding="utf-8")


if __name__ == "__main__":
    main()
