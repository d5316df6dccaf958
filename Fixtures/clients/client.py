"""A device that shows a feed, counts the ads that are seen, and delivers what it has counted.

It knows only what the article "Clients in other languages" says. Times are whole nanoseconds since the Unix epoch.
"""
import json

import history

SECOND = 1_000_000_000
MILLISECOND = 1_000_000


def time_form(time):
    """A time from 0 as it travels: seconds and nanoseconds, without a zero at the end."""
    seconds, nanoseconds = divmod(time, SECOND)
    return [seconds, nanoseconds] if nanoseconds else [seconds]


class Display:
    """An ad from coming into view to leaving it."""

    def __init__(self, number, began):
        self.number, self.began, self.since = number, began, None


class ShownAd:
    """An ad of a page that the device holds."""

    def __init__(self, ad, slot):
        self.id, self.campaign, self.path = ad["id"], ad.get("campaign", ad["id"]), slot["path"]
        self.display, self.is_counted = None, False


class Page:
    """A page that the device holds: its rows, and the cursor of the next request."""

    def __init__(self, body):
        self.entries, self.cursor, self.has_more = body["entries"], body["cursor"], body["more"]
        self.ads = {
            row: ShownAd(entry["ad"], entry["slot"]) for row, entry in enumerate(self.entries) if "ad" in entry}


class Device:
    """An installation of the client. An ad of a page counts once, so that scrolling back uses up no cap."""

    VIEWED = SECOND      # in view for so long without a break
    SHARE = 0.5          # with at least so much of its area

    def __init__(self, name, user, retention):
        self.name, self.user, self.retention = name, user, retention
        self.stream, self.saved = -1, None
        self.pending, self.seen = [], {}
        self.start()

    # What survives the process.

    def save(self):
        self.saved = json.dumps([self.stream, self.pending, history.write(self.seen)])

    def start(self):
        """Begins a process: what was saved comes back, and the stream is a new one."""
        if self.saved:
            self.stream, self.pending, text = json.loads(self.saved)
            self.seen = history.read(text)
        self.stream, self.number, self.display, self.pages = self.stream + 1, 0, 0, []
        self.save()

    # Pages.

    def request(self, cursor):
        held = {}
        for page in self.pages:
            for ad in page.ads.values():
                if not ad.is_counted:
                    held[ad.campaign] = held.get(ad.campaign, 0) + 1
        body = {"user": self.user, "seen": {"version": 2, "times": history.write(self.seen)}, "held": held}
        return body | ({"cursor": cursor} if cursor else {})

    def hold(self, body):
        self.pages.append(Page(body))
        return self.pages[-1]

    def discard(self, page):
        self.pages.remove(page)

    # What is seen.

    def show(self, page, shares, now):
        """Takes how much of each ad of a page is in view from now on; an ad that is left out is not in view."""
        for row, ad in page.ads.items():
            self.count(ad, now)
            share = shares.get(row, 0)
            if share <= 0:
                ad.display = None
                continue
            if ad.display is None:
                ad.display = Display(self.display, now)
                self.display += 1
            if share < self.SHARE:
                ad.display.since = None
            elif ad.display.since is None:
                ad.display.since = now

    def count(self, ad, now):
        """Counts an ad at the time at which it had been in view for long enough, however late this is called."""
        display = ad.display
        if ad.is_counted or display is None or display.since is None or display.since + self.VIEWED > now:
            return
        at, ad.is_counted = display.since + self.VIEWED, True
        self.pending.append({
            "device": self.name, "stream": self.stream, "number": self.number, "ad": ad.id, "campaign": ad.campaign,
            "place": ad.path, "display": display.number, "began": time_form(display.began), "at": time_form(at)})
        self.number += 1
        history.record(self.seen, ad.campaign, at // MILLISECOND, self.retention, now // MILLISECOND)
        self.save()

    # Delivery: what is pending is sent until it is acknowledged.

    def acknowledge(self, acknowledgements):
        for answer in acknowledgements:
            if answer["device"] == self.name:
                self.pending = [one for one in self.pending if not covers(answer, one["stream"], one["number"])]


def covers(answer, stream, number):
    """Whether an impression of the answer's device need not be sent again."""
    if stream < answer.get("firstStream", 0):
        return True
    for one in answer["streams"]:
        if one["stream"] == stream:
            return number < one["below"] or any(
                piece["from"] <= number < piece["below"] for piece in one.get("received", []))
    return False
