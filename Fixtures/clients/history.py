"""The text of a history, as the article "The text of a frequency history" shows it, and what a device records."""

import base64
from os.path import commonprefix


def read(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    bits, at = "".join(f"{byte:08b}" for byte in data), 0

    def word(width):
        nonlocal at
        at += width
        return int("0" + bits[at - width:at], 2)

    def number():
        zeros = bits.index("1", at) - at
        return word(2 * zeros + 1) - 1

    history, name, retentions = {}, b"", [0]
    if campaigns := number():
        retentions += [0] * number()
        for index in range(1, len(retentions)):
            retentions[index] = retentions[index - 1] + number() + 1
        oldest, width, index_width = number(), number(), (len(retentions) - 2).bit_length()
        for _ in range(campaigns):
            name = name[:len(name) - number()]
            name += bytes(word(8) for _ in range(number() + 1))
            history[name.decode()] = [
                (oldest + word(width), retentions[word(index_width) + 1]) for _ in range(number() + 1)]
    return history


def write(history):
    word = lambda value, width: f"{value:0{width}b}" if width else ""
    number = lambda value: word(value + 1, 2 * (value + 1).bit_length() - 1)
    bits, former = number(len(history)), b""
    if history:
        every = [time for times in history.values() for time in times]
        retentions = sorted({retention for _, retention in every})
        oldest, index_width = min(every)[0], (len(retentions) - 1).bit_length()
        width = (max(every)[0] - oldest).bit_length()
        bits += number(len(retentions))
        bits += "".join(number(one - last - 1) for last, one in zip([0] + retentions, retentions))
        bits += number(oldest) + number(width)
        for name, times in sorted((name.encode(), times) for name, times in history.items()):
            shared = len(commonprefix([former, name]))
            bits += number(len(former) - shared) + number(len(name) - shared - 1)
            bits += "".join(word(byte, 8) for byte in name[shared:]) + number(len(times) - 1)
            bits += "".join(
                word(time - oldest, width) + word(retentions.index(retention), index_width) for time, retention in times)
            former = name
    bits += "0" * (-len(bits) % 8)
    data = bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits), 8))
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def record(history, campaign, time, retention, now):
    """Adds a time to a campaign, and drops every time that no cap needs any more; all times are in milliseconds."""
    times = [time for time, _ in history.get(campaign, [])] + [time]
    history[campaign] = [(time, retention) for time in sorted(times)]
    for name in list(history):
        history[name] = [(time, kept) for time, kept in history[name] if time + kept > now]
        if not history[name]:
            del history[name]
