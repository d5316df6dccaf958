"""What must come out, worked out without the library: where ads stand, which ones, and which of them were seen."""
from collections import Counter

MILLISECOND = 1_000_000
SECOND = 1_000_000_000


def check(holds, words, *values):
    """Ends the run if something does not hold."""
    if not holds:
        raise AssertionError(f"{words}: " + ", ".join(map(str, values)))


class Rules:
    """Places by a fixed list and an interval, with limits: `at 1,9 every 4 from 12 max 5 gap 2`."""

    def __init__(self, at=(), every=None, first=None, most=None, gap=0):
        self.at, self.every, self.first, self.most, self.gap = at, every, first, most, gap

    def line(self):
        words = [("at", ",".join(map(str, self.at))), ("every", self.every), ("from", self.first), ("max", self.most),
                 ("gap", self.gap)]
        return " ".join(f"{word} {value}" for word, value in words if value not in (None, "", 0))

    def origin(self, row):
        """The rule that names a feed row, or nothing."""
        if row in self.at:
            return {"at": row}
        if not self.every:
            return None
        last = max(self.at, default=-1)
        begin = self.first if self.first is not None and self.first > last else last + self.every
        if row < begin or (row - begin) % self.every:
            return None
        return {"every": self.every} | ({} if self.first is None else {"from": self.first})


class Feed:
    """One user's walk through a feed, row by row."""

    def __init__(self, rules, posts):
        self.rules, self.posts = rules, posts
        self.row = self.content = self.ads = 0
        self.last = None

    def page(self, size, ads):
        """The rows and decisions of the next page, with the ads that the user may see, in order."""
        entries, decisions, ads, end = [], [], list(ads), min(self.content + size, len(self.posts))
        while self.content < end:
            path, post = {"section": 0, "row": self.row}, {"section": 0, "row": self.content}
            origin, self.row = self.rules.origin(self.row), self.row + 1
            if origin:
                reason = self.refusal(ads)
                decision = {"path": path, "origin": origin}
                if reason is None:
                    slot = {"path": path, "content": post, "ad": self.ads} | ({"fixed": True} if "at" in origin else {})
                    entries.append({"ad": ads.pop(0), "slot": slot})
                    self.ads, self.last = self.ads + 1, self.content
                    decision |= {"decision": "placed", "content": post, "ad": self.ads - 1, "ordinal": self.ads}
                    decisions.append(decision)
                    continue
                decisions.append(decision | {"decision": "refused", "reason": reason})
            entries.append({"content": self.posts[self.content], "path": post})
            self.content += 1
        return entries, decisions, self.content < len(self.posts)

    def refusal(self, ads):
        rules = self.rules
        if rules.most is not None and self.ads >= rules.most:
            return {"rule": "max", "count": rules.most}
        if not ads:
            return {"rule": "noAd"}
        if self.last is not None and self.content - self.last < rules.gap:
            return {"rule": "gap", "count": rules.gap}
        return None


def measures(entries):
    """The measures of rows."""
    kinds = ["ad" if "ad" in entry else "content" for entry in entries]
    runs = "".join("a" if kind == "ad" else "c" for kind in kinds)
    gaps = [len(run) for run in runs.split("a")]
    result = {"content": runs.count("c"), "ads": runs.count("a"), "contentAfter": gaps[-1],
              "adRun": max(map(len, runs.split("c"))), "adsBefore": len(runs) - len(runs.lstrip("a")),
              "adsAfter": len(runs) - len(runs.rstrip("a"))}
    if len(gaps) > 1:
        result["first"] = gaps[0]
    if len(gaps) > 2:
        result |= {"smallestGap": min(gaps[1:-1]), "largestGap": max(gaps[1:-1])}
    return result


class User:
    """What a user has truly seen, and which ads a page may have by the caps."""

    def __init__(self, name, rules, posts, caps):
        self.name, self.rules, self.caps = name, rules, caps
        self.posts = [f"{name}/{number}" for number in range(posts)]
        self.views = []      # each with its ad, its campaign and its time
        self.held = Counter()

    def seen(self, window, now):
        """How often each campaign was seen in a window of milliseconds; a time ahead of now counts as now."""
        return Counter(campaign for _, campaign, at in self.views if at // MILLISECOND > now // MILLISECOND - window)

    def allowed(self, ads, now):
        """The ads that may be on a page, each campaign no more often than its caps still allow."""
        allowed, reserved = [], Counter(self.held)
        seen = [(most, self.seen(window, now)) for most, window in self.caps]
        for ad in ads:
            campaign, has_expired = ad.get("campaign", ad["id"]), "expires" in ad and ad["expires"] * MILLISECOND <= now
            if not has_expired and all(count[campaign] + reserved[campaign] < most for most, count in seen):
                allowed.append(ad)
                reserved[campaign] += 1
        return allowed

    def see(self, entries, timeline, ends):
        """Adds the ads that were in view by half for a second without a break, before the end."""
        for row, entry in enumerate(entries):
            if "ad" not in entry:
                continue
            since = None
            for begin, end, top, bottom in timeline:
                top_of_ad = row * 100
                in_view = min(bottom, top_of_ad + 100) - max(top, top_of_ad)
                if 2 * in_view < 100:
                    since = None
                    continue
                since = begin if since is None else since
                if since + SECOND <= min(end, ends):
                    ad = entry["ad"]
                    self.views.append((ad["id"], ad.get("campaign", ad["id"]), since + SECOND))
                    break

    def check_caps(self):
        """No window of any cap has more views of a campaign than it allows."""
        by_campaign = {}
        for _, campaign, at in self.views:
            by_campaign.setdefault(campaign, []).append(at // MILLISECOND)
        for campaign, times in by_campaign.items():
            times.sort()
            for most, window in self.caps:
                for one, other in zip(times, times[most:]):
                    check(other - one >= window, "a cap is exceeded", self.name, campaign, one, other)
