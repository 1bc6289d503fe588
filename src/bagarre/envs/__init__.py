"""The games as environments for learning and search: PettingZoo, Gymnasium, OpenSpiel (`docs/environments.md`).

Each library has its module here, which is imported by name: `bagarre.envs.pettingzoo`, `bagarre.envs.gymnasium`, `bagarre.envs.openspiel`.
They need the extra `envs`.
"""
