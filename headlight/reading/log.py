"""The log: the stacks of errors, without a word of what a visitor has typed."""

import json
import logging
import traceback

LOG = logging.getLogger("headlight")


def log(name: str, error: BaseException) -> None:
    """Write the stack of an error into the log, without what a visitor has typed."""
    LOG.error("%s failed\n%s", name, described(error))


def described(error: BaseException) -> str:
    """The stack of an error and of what it came from. Their messages are left out: they may hold what was typed."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    earlier = [described(before), "which led to"] if before else []
    stack = [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return "\n".join([*earlier, *stack, kind, *getattr(error, "__notes__", ())])


class WithoutMessages(logging.Filter):
    """For the log of Streamlit, which writes down what nothing caught: the stack without the messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; it always stays."""
        if record.exc_info and record.exc_info[1]:
            record.msg, record.args = f"{record.getMessage()}\n{described(record.exc_info[1])}", ()
            record.exc_info = record.exc_text = None
        return True


class OneLine(logging.Filter):
    """For the log of a line to visitors: what cannot be read is one line, for anybody can send much of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; it always stays."""
        if record.exc_info and (kind := record.exc_info[0]):
            record.msg, record.args = f"{record.getMessage()}: {kind.__module__}.{kind.__qualname__}", ()
            record.exc_info = record.exc_text = None
        return True


class AsJson(logging.Formatter):
    """Each record as one line of JSON, for who collects logs: when, how bad, who says it, and what."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {"level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        return json.dumps({"time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), **entry})


def as_json() -> None:
    """Write what this app and Streamlit log as JSON from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson())
    for name in ("headlight", "streamlit", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
