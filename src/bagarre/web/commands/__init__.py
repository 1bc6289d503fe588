"""What people and programs may ask of a table. Lobby, playing, talking and taking back are separate commands."""

from bagarre.web.commands import ban, companion, lobby, look, play, speed, takeback, talk, vacation
from bagarre.web.commands.base import Command, Message, Question, Refused

COMMANDS: dict[str, Command] = {
    **ban.COMMANDS,
    **companion.COMMANDS,
    **lobby.COMMANDS,
    **play.COMMANDS,
    **speed.COMMANDS,
    **takeback.COMMANDS,
    **talk.COMMANDS,
    **vacation.COMMANDS,
}
QUESTIONS: dict[str, Question] = {**look.QUESTIONS, **play.QUESTIONS, **speed.QUESTIONS}

__all__ = ["COMMANDS", "QUESTIONS", "Command", "Message", "Question", "Refused"]
