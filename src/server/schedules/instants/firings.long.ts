import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { parseCron } from "#contract/schedules/cron.ts";
import { type FireRule, fireRuleOf } from "#contract/schedules/fire-rule.ts";
import { calculated, dueMinutes, hoursOfJumps, minutesOf } from "./oracle.cases.ts";
import { jumpsBetween, zoneRules } from "#server/platform/zone-offsets.ts";

const hour = 3_600_000;
const day = 24 * hour;
const [from, to] = [Date.UTC(2020), Date.UTC(2038)];
const crons = [
  "30 2 * * *",
  "30 23 * * *",
  "15 1,2,3 * * *",
  "*/20 0-3 * * *",
  "*/30 * * * *",
  "0 * * * *",
  "10 0 * * 0,1",
  "45 1 28-31 * *",
  "* 0-3 13 * 5",
  "* * * * *",
];
const rules: readonly FireRule[] = [
  ...crons.map((text) => parseCron(text) as FireRule),
  fireRuleOf({ frequency: "monthly", day_of_month: 31, time: "00:15", timezone: "UTC" }),
];
const zones = Intl.supportedValuesOf("timeZone");

it("are what the clock of every zone shows, minute by minute around every jump from 2020 to 2037", () => {
  let compared = 0;
  let wrong = 0;
  let minutes = 0;
  for (const zone of zones) {
    // A zone without jumps is looked at for a week as well.
    const jumps = hoursOfJumps(zone, from, to);
    for (const jump of jumps.length > 0 ? jumps : [Date.UTC(2026, 1, 26)]) {
      const walked = minutesOf(zone, jump - 9 * hour, jump + 3 * hour);
      minutes += walked.length;
      for (const rule of rules) {
        const [ours, theirs] = [new Set(calculated(rule, zone, walked)), new Set(dueMinutes(rule, walked))];
        compared += new Set([...ours, ...theirs]).size;
        wrong += ours.symmetricDifference(theirs).size;
      }
    }
  }
  process.stdout.write(`${zones.length} zones, ${minutes} minutes, ${compared} due times compared, ${wrong} wrong\n`);
  expect(wrong).toBe(0);
  expect(compared).toBeGreaterThan(1_000_000);
}, 3_600_000);

const python = `
import sys, json, zoneinfo
from datetime import datetime, timezone, timedelta
found = {}
for name in json.load(sys.stdin):
    try: zone = zoneinfo.ZoneInfo(name)
    except Exception: continue
    at, end, jumps = datetime(2020, 1, 1, tzinfo=timezone.utc), datetime(2038, 1, 1, tzinfo=timezone.utc), []
    before = at.astimezone(zone).utcoffset()
    while at < end:
        at += timedelta(hours=6)
        after = at.astimezone(zone).utcoffset()
        if after != before: jumps.append([int(at.timestamp() * 1000) // 86400000, int(after.total_seconds() // 60)])
        before = after
    found[name] = jumps
print(json.dumps(found))
`;

/** Its rules may be of another year than those of Node: a difference is a fact about the two, and counted. */
it.skipIf(spawnSync("python3", ["-c", "import zoneinfo"]).status !== 0)(
  "differ from those of Python in few zones, where the rules of the two differ",
  () => {
    const answer = spawnSync("python3", ["-c", python], { input: JSON.stringify(zones), encoding: "utf8", maxBuffer: 1 << 28 });
    const theirs = JSON.parse(answer.stdout) as Record<string, [number, number][]>;
    const different = Object.entries(theirs).filter(([zone, jumps]) => {
      const own = jumpsBetween(zone, from, to - 1).map(({ at, after }) => [Math.floor(at / day), Math.round(after / 60_000)]);
      // A jump in the last hours of a day is found in the next one there.
      return (
        own.length !== jumps.length ||
        own.some(([when = 0, after], i) => Math.abs(when - (jumps[i]?.[0] ?? 0)) > 1 || after !== jumps[i]?.[1])
      );
    });
    process.stdout.write(
      `${Object.keys(theirs).length} zones, rules ${zoneRules}: ${different.length} differ: ${different.map(([zone]) => zone).join(", ")}\n`,
    );
    expect(Object.keys(theirs).length).toBeGreaterThan(300);
    expect(different.length).toBeLessThan(20);
  },
  600_000,
);
