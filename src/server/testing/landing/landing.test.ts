import { describe, expect, it } from "vitest";
import { shareOf } from "#server/testing/patience/machine-time.ts";
import type { Failure } from "./evidence.ts";
import { faultsOfLedger } from "./ledger.ts";
import { cpuSecondsIn, type Ended, inOneQueue, runStep, type Step } from "./steps.ts";
import { failedAgain, type Findings, passes, worthAnotherTry } from "./verdict.ts";

const failure = (name: string, file = "e2e/journeys/board.spec.ts"): Failure => ({ step: "browser", file, name, error: "" });
const failures = (count: number) => Array.from({ length: count }, (_, n) => failure(`test ${n}`));

describe("a run of all checks", () => {
  const ended = (name: string, passed = true): Ended => ({ name, passed, seconds: 1, cpuSeconds: 1, lastWords: "" });
  const fine: Findings = { steps: [], red: [], unsteady: [], broken: [], faults: [] };

  it("passes with up to three unsteady tests, and with nothing else that failed", () => {
    expect(passes(fine)).toBe(true);
    expect(passes({ ...fine, unsteady: failures(3) })).toBe(true);
    expect(passes({ ...fine, unsteady: failures(4) })).toBe(false);
    expect(passes({ ...fine, red: failures(1) })).toBe(false);
    expect(passes({ ...fine, broken: [ended("types", false)] })).toBe(false);
    expect(passes({ ...fine, faults: ["An entry is too old."] })).toBe(false);
  });

  it("tries again what could still pass", () => {
    expect([0, 1, 3, 4].map((count) => worthAnotherTry(failures(count)))).toEqual([false, true, true, false]);
  });

  it("takes a try for failed when its test, its file or the whole try failed", () => {
    const first = failure("moves a card");
    expect(failedAgain(first, [])).toBe(false);
    expect(failedAgain(first, [failure("another test"), failure("moves a card", "e2e/journeys/cases.spec.ts")])).toBe(false);
    expect(failedAgain(first, [first])).toBe(true);
    expect(failedAgain(first, [failure("")])).toBe(true);
    expect(failedAgain(failure(""), [first])).toBe(true);
    expect(failedAgain(first, [failure("", "")])).toBe(true);
    expect(failedAgain(first, undefined)).toBe(true);
  });

  it("says what the processes of a step came to, beside how it ended", async () => {
    expect(cpuSecondsIn("0m0.00s 0m0.01s\n1m2.50s 0m3.25s\n")).toBe(65.75);
    expect(cpuSecondsIn("")).toBe(0);
    const command = [process.execPath, "-e", "while (process.cpuUsage().user < 200_000); process.exitCode = 3"];
    const busy = await runStep({ name: "busy", command, seconds: 1 }, process.env);
    expect([busy.passed, busy.cpuSeconds > 0.1]).toEqual([false, true]);
  });

  it("does its steps in one queue, the longest first, and lets none hide another", async () => {
    const step = (name: string, seconds: number, after?: string): Step => ({ name, command: [], seconds, ...(after && { after }) });
    const steps = [step("lint", 2), step("build", 1), step("service", 8), step("browser", 9, "build"), step("types", 3)];
    let running = 0;
    let most = 0;
    const begun: string[] = [];
    const run = (fails: string) => async (each: Step) => {
      begun.push(each.name);
      most = Math.max(most, ++running);
      for (let n = 0; n < each.seconds; n++) await Promise.resolve();
      running--;
      return ended(each.name, each.name !== fails);
    };
    const all = await inOneQueue(steps, 2, run("service"));
    expect(begun).toEqual(["build", "service", "browser", "types", "lint"]);
    expect(most).toBe(2);
    expect(all.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(["service"]);
    begun.length = 0;
    const unbuilt = await inOneQueue(steps, 2, run("build"));
    expect(begun).not.toContain("browser");
    expect(unbuilt.find(({ name }) => name === "browser")).toMatchObject({ passed: false, lastWords: "It was not begun: build failed." });
  });
});

describe("the list of unsteady tests", () => {
  const entry = { test: "board.spec.ts › moves a card", date: "2026-03-02", waited_for: "the card", cause: "an answer that was overtaken" };
  const on = (day: string, text = JSON.stringify(entry)) => faultsOfLedger(`${text}\n`, new Date(`${day}T12:00:00Z`));

  it("may hold an entry for seven days", () => {
    expect(on("2026-03-08")).toEqual([]);
    expect(on("2026-03-09")).toEqual([expect.stringContaining("unsteady since 2026-03-02")]);
    expect(faultsOfLedger("", new Date())).toEqual([]);
  });

  it("has nothing else in it", () => {
    expect(on("2026-03-02", "{")).toEqual([expect.stringContaining("Line 1")]);
    expect(on("2026-03-02", JSON.stringify({ ...entry, cause: "" }))).toEqual([expect.stringContaining("Line 1")]);
  });
});

describe("the machine's time", () => {
  it("is a part of the clock's, by how many threads share how many cores and by what the host takes", () => {
    expect(shareOf({ cores: 2, ready: 1, stolen: 0 })).toBe(1);
    expect(shareOf({ cores: 2, ready: 8, stolen: 0 })).toBe(0.25);
    expect(shareOf({ cores: 2, ready: 2, stolen: 0.5 })).toBe(0.5);
  });
});
