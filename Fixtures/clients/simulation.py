"""Users who walk through every page of their feeds, over a network that loses, doubles and delays, against a model.

    python3 simulation.py USERS SEED

It writes a request per line to its output, and reads each answer as a line. The last line is the outcome: what was
done, or what does not hold.
"""
import heapq
import json
import random
import sys
from collections import Counter

import history
from client import SECOND, MILLISECOND, Device, time_form
from model import Feed, Rules, User, check, measures

START = 1_700_000_000 * SECOND
HOUR = 3_600 * SECOND
CAPS = [(2, 3_600_000), (3, 86_400_000)]
PAGE = 7
ADS = [{"id": f"a{number}", "campaign": f"c{number % 8}", "creative": f"Ad {number}"} for number in range(16)]
ADS[3] = {"id": "alone", "creative": "An ad that is a campaign by itself"}
ADS[5]["expires"] = START // MILLISECOND
ADS[6]["expires"] = START // MILLISECOND + 5_400_000
RULES = [
    Rules(every=4, first=2), Rules(at=[1, 9], every=3, gap=2), Rules(every=3, most=6), Rules(at=[0, 5, 40]),
    Rules(at=[3], every=5, first=2)]


class Service:
    """The service at the other end of the lines."""

    def __init__(self):
        self.done = Counter()

    def ask(self, now, **request):
        print(json.dumps({"now": time_form(now)} | request), flush=True)
        answer = json.loads(sys.stdin.readline())
        return answer["status"], answer["body"]

    def must(self, now, **request):
        status, body = self.ask(now, **request)
        check(status == 200, "a request is refused", request, body)
        return body


class World:
    """The clock, the network and the users; whoever acts first is first in the queue."""

    def __init__(self, users, seed):
        self.random, self.service, self.queue, self.number = random.Random(seed), Service(), [], 0
        self.done = self.service.done
        self.users = [
            User(f"u{number}", self.random.choice(RULES), self.random.randint(0, 40), CAPS) for number in range(users)]

    def after(self, time, action):
        """Does something at a time: a function, or what a walk does next."""
        self.number += 1
        heapq.heappush(self.queue, (time, self.number, action))

    def run(self):
        self.service.must(START, setup={
            "caps": "2 per 1h, 3 per 24h", "pageSize": PAGE, "ads": ADS,
            "users": [{"user": one.name, "posts": len(one.posts), "rules": one.rules.line()} for one in self.users]})
        for user in self.users:
            walk = Walk(self, user)
            self.after(START, walk.steps())
        while self.queue:
            now, _, action = heapq.heappop(self.queue)
            if callable(action):
                action(now)
            else:
                later = next(action, None)
                if later is not None:
                    self.after(max(now, later), action)
        for user in self.users:
            self.compare(user)
        return dict(self.done)

    def send(self, user, device, now):
        """Sends what is pending: the upload and its answer are lost, doubled and late, each by itself."""
        if not device.pending:
            return
        upload = json.dumps(device.pending)
        self.done["uploads"] += 1
        for at in self.arrivals(now):
            self.after(at, lambda now: self.deliver(user, device, upload, now))

    def arrivals(self, now):
        """When something that is sent arrives: never, once or twice, and now and then hours later."""
        count = self.random.choices([0, 1, 2], [20, 65, 15])[0]
        self.done["lost"] += count == 0
        self.done["doubled"] += count == 2
        for _ in range(count):
            is_late = self.random.random() < 0.06
            self.done["late"] += is_late
            yield now + self.random.randrange(3 * HOUR if is_late else 4 * SECOND)

    def deliver(self, user, device, upload, now):
        answer = self.service.must(now, user=user.name, upload=json.loads(upload))
        for at in self.arrivals(now):
            self.after(at, lambda now: device.acknowledge(answer))

    def compare(self, user):
        """Compares what the service has counted with what the user has seen."""
        report = self.service.must(START, report=user.name)
        counted = Counter({(one["ad"], one["campaign"]): one["count"] for one in report["counts"]})
        views = Counter() if user.is_ahead else Counter((ad, campaign) for ad, campaign, _ in user.views)
        check(not views - counted, "impressions are lost", user.name, views - counted)
        check(not counted - views, "impressions are counted twice", user.name, counted - views)
        check(report["refused"] == (len(user.views) if user.is_ahead else 0), "impressions are refused", report)
        user.check_caps()
        if not user.is_ahead:
            self.compare_history(user, history.read(report["seen"]["times"]))
        self.done["impressions"] += sum(counted.values())
        self.done["campaigns"] = max(self.done["campaigns"], len({campaign for _, campaign in counted}))
        self.done["refused"] += report["refused"]
        self.done["users"] += 1

    def compare_history(self, user, kept):
        """The service keeps the last times of each campaign that its caps need, and no other times."""
        last = max((at for _, _, at in user.views), default=0) // MILLISECOND
        for campaign in {campaign for _, campaign, _ in user.views} | set(kept):
            true = sorted(at // MILLISECOND for _, one, at in user.views if one == campaign)
            times = [time for time, _ in kept.get(campaign, [])]
            check(times == true[len(true) - len(times):], "a history has other times", user.name, campaign, times, true)
            needed = [time for most, window in CAPS for time in true[-most:] if time > last - window]
            check(set(needed) <= set(times), "a history lacks times", user.name, campaign, needed, times)


class Walk:
    """One user who walks through the feed, more than once and on more than one device."""

    def __init__(self, world, user):
        self.world, self.user, self.random, self.devices = world, user, world.random, 0
        # A clock that is two days ahead: the service takes no impression of it.
        user.is_ahead = self.random.random() < 0.03
        self.ahead = 48 * HOUR if user.is_ahead else 0

    def new_device(self):
        self.devices += 1
        return Device(f"{self.user.name}-{self.devices}", self.user.name, max(window for _, window in CAPS))

    def steps(self):
        """What the user does; each step gives the time of the next."""
        now, device = START + self.random.randrange(HOUR), self.new_device()
        yield now
        for walk in range(self.random.choice([1, 1, 2, 3])):
            if walk:
                longest = 30 * HOUR if self.random.random() < 0.2 and not self.ahead else 2 * HOUR
                now += self.random.randrange(HOUR // 12, longest)
                yield now
            if walk and not self.ahead and self.random.random() < 0.3:
                now = yield from self.deliver_all(device, now)
                device = self.new_device()
            now = yield from self.walk(device, now)
            self.world.done["walks"] += 1
        yield from self.deliver_all(device, now)

    def deliver_all(self, device, now):
        while device.pending:
            self.world.send(self.user, device, now)
            now += self.random.randrange(SECOND, 30 * SECOND)
            yield now
        return now

    # Pages.

    def walk(self, device, now):
        """Walks through all pages; a process that ends loses its pages, and the next one goes on with the cursor."""
        feed, ahead, cursor, has_more, rows = Feed(self.user.rules, self.user.posts), [], None, True, []
        while has_more or ahead:
            while has_more and len(ahead) < (2 if self.random.random() < 0.3 else 1):
                page = self.fetch(device, feed, cursor, now)
                ahead.append(page)
                rows += page.entries
                cursor, has_more = page.cursor, page.has_more
            page = ahead.pop(0)
            now, has_ended = yield from self.read(device, page, now)
            if has_ended:
                device.start()
                ahead, self.user.held = [], Counter()
                self.world.done["restarts"] += 1
            else:
                self.discard(device, page)
        whole = [entry["content"] for entry in rows if "content" in entry]
        check(whole == self.user.posts, "the pages are not the feed", self.user.name, whole)
        return now

    def fetch(self, device, feed, cursor, now):
        user, service = self.user, self.world.service
        request = device.request(cursor)
        check(request["held"] == dict(+user.held), "another number of ads is held", request["held"], user.held)
        if self.random.random() < 0.05:
            self.send_damaged(request, now)
        allowed = user.allowed(ADS, now)
        body = service.must(now, page=request)
        if self.random.random() < 0.05:
            # The answer is lost, and the client asks again.
            body = service.must(now, page=request)
        entries, decisions, has_more = feed.page(PAGE, allowed)
        check(body["entries"] == entries, "another page", user.name, body["entries"], entries)
        check(body["decisions"] == decisions, "other decisions", user.name, body["decisions"], decisions)
        check(body["measures"] == measures(entries), "other measures", user.name, body["measures"], measures(entries))
        check(body["more"] == has_more, "another end", user.name)
        self.world.done["pages"] += 1
        self.world.done["unfilled"] += sum(one.get("reason") == {"rule": "noAd"} for one in decisions)
        page = device.hold(body)
        user.held.update(ad.campaign for ad in page.ads.values())
        return page

    def send_damaged(self, request, now):
        """Sends a request that cannot be met, which is refused with a reason and changes nothing."""
        text = request.get("cursor", "AAAA.AAAA")
        damaged = self.random.choice([
            request | {"cursor": "!" + text}, request | {"cursor": text[:-1]}, request | {"cursor": 7},
            request | {"user": "nobody", "cursor": text}, request | {"seen": {"version": 2, "times": "="}}])
        status, reason = self.world.service.ask(now, page=damaged)
        check(status == 400 and reason, "a damaged request is answered", damaged, status, reason)
        self.world.done["damaged"] += 1

    def discard(self, device, page):
        for ad in page.ads.values():
            if not ad.is_counted:
                self.user.held[ad.campaign] -= 1
        device.discard(page)

    # Reading.

    def read(self, device, page, now):
        """Scrolls through a page, and uploads now and then; the process may end on the way."""
        timeline = list(self.timeline(len(page.entries), now))
        end = timeline[-1][1]
        has_ended = self.random.random() < 0.05
        if has_ended:
            end = self.random.randrange(now, end)
        for begin, until, top, bottom in timeline:
            if begin > end:
                break
            yield begin
            shares = {row: max(0, min(bottom, 100 * row + 100) - max(top, 100 * row)) / 100 for row in page.ads}
            device.show(page, shares, begin + self.ahead)
            if self.random.random() < 0.2:
                self.world.send(self.user, device, begin)
        yield end
        device.show(page, {}, end + self.ahead)
        before = len(self.user.views)
        self.user.see(page.entries, timeline, end)
        seen = self.user.views[before:]
        self.user.views[before:] = [(ad, campaign, at + self.ahead) for ad, campaign, at in seen]
        self.user.held.subtract(campaign for _, campaign, _ in seen)
        return end, has_ended

    def timeline(self, rows, now):
        """From when to when which part of the page is in view: mostly downward, at times back, slowly or fast."""
        top, height, is_fast = 0, 450, self.random.random() < 0.3
        while True:
            until = now + self.random.randrange(100 * MILLISECOND, (600 if is_fast else 2_500) * MILLISECOND)
            if self.random.random() < 0.1:
                # Exactly as long as it takes to have been seen.
                until = now + SECOND
            yield now, until, top, top + height
            now = until
            if top + height >= 100 * rows:
                return
            step = self.random.randrange(20, 260) if self.random.random() < 0.85 else -self.random.randrange(20, 160)
            # Often so that half a row is in view.
            top = max(0, (top + step) // 50 * 50 if self.random.random() < 0.5 else top + step)


def main(users, seed):
    try:
        outcome = {"done": World(users, seed).run()}
    except AssertionError as error:
        outcome = {"failed": f"seed {seed}: {error}"[:2_000]}
    print(json.dumps(outcome), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
