"""Before and after with many phones: each answers sixteen questions twice at its own pace, and none may be lost.

python -m benchmarks.before_after [--phones 300] [--minutes 2]
"""

import argparse
import asyncio
import csv
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from io import StringIO

from benchmarks.class_room import Process
from benchmarks.phones import Phone, Teacher
from benchmarks.servers import ending, serve
from benchmarks.timing import machine

PHASES = ("before", "after")


def main() -> None:
    """Start a server on one core, and ask as many phones as are wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=2, help="how long the slowest phone takes for each time")
    asked = parser.parse_args()
    server, address = serve()
    with ending(server):
        os.sched_setaffinity(server.pid, {0})
        for thread in os.listdir(f"/proc/{server.pid}/task"):
            os.sched_setaffinity(int(thread), {0})
        print(f"{machine()}, the server on one of its cores")
        asyncio.run(measure(Process(server.pid), address, asked.phones, 60 * asked.minutes))


async def measure(process: Process, address: str, count: int, seconds: float) -> None:
    """Ask a class twice, and compare what its teacher is told with what each phone has answered."""
    draw, teacher = random.Random(0), await asyncio.to_thread(Teacher, address)
    phones = [Phone(address, teacher.code) for _ in range(count)]
    following = [asyncio.create_task(phone.follow()) for phone in phones]
    await phones[0].until(lambda: phones[0].room.get("here") == count)
    given: dict[str, list[dict[str, int]]] = {phase: [] for phase in PHASES}
    delays: list[float] = []
    for phase, command in zip(PHASES, ("set", "set again"), strict=True):
        await asyncio.to_thread(teacher.do, command, form="full")
        await phones[0].until(lambda phase=phase: phones[0].set.get("phase") == phase)
        names = [(item["id"], len(item["options"])) for item in phones[0].set["items"]]
        given[phase] = [{name: draw.randrange(options) for name, options in names} for _ in phones]
        used, start = process.seconds(), time.perf_counter()

        async def answered(phone: Phone, answers: dict[str, int], phase: str = phase) -> None:
            each = seconds / len(answers) * draw.uniform(0.4, 1)

            async def pace() -> None:
                await asyncio.sleep(each * draw.uniform(0.5, 1.5) / 1.5)

            await phone.answer(phase, answers, pace)

        await asyncio.gather(*(answered(*each) for each in zip(phones, given[phase], strict=True)))
        last = time.perf_counter()
        await phones[0].until(lambda: phones[0].room["set"]["done"] == count)
        delays.append(time.perf_counter() - last)
        took, used = time.perf_counter() - start, process.seconds() - used
        print(f"{phase}: {count * len(names):,} answers in {took:.0f} s, {used:.1f} s of processor ({used / took:.0%})")
        await asyncio.to_thread(teacher.do, "close set")
    report = await asyncio.to_thread(teacher.do, "report")
    rows = [*csv.DictReader(StringIO(report["answers.csv"].removeprefix("\ufeff")))]
    for phase in PHASES:
        arrived: dict[str, dict[str, int]] = defaultdict(dict)
        for row in rows:
            if row["phase"] == phase:
                arrived[row["person"]][row["item"]] = "abcd".index(row["option"])
        whole = [{name: each.get(name) for name in given[phase][0]} for each in arrived.values()]
        lost = (Counter(map(str, given[phase])) - Counter(map(str, whole))).total()
        print(f"{phase}: {sum(map(len, arrived.values())):,} answers arrived; {lost} phones have one lost or changed")
    print(f"all are counted {statistics.mean(delays):.1f} s after the last; refused and said again:", end=" ")
    print(sum(phone.refused for phone in phones))
    print(report["says"])
    await asyncio.to_thread(teacher.do, "end")
    for each in following:
        each.cancel()


if __name__ == "__main__":
    main()
