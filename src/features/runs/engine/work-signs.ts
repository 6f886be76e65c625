import type { EngineState, WorkKind } from "#contract/runs/engine.ts";
import { lateSeconds } from "#contract/runs/engine.ts";
import { durationOf } from "#ui/duration.tsx";
import type { SettingName } from "./engine-settings.ts";
import { amount, counted } from "./engine-words.ts";
import { moreProcesses, type Sign } from "./sign.ts";

const waits: Record<
  WorkKind,
  { part: string; one: string; many: string; remedy: string; settings: readonly SettingName[]; state: "look" | "act" }
> = {
  model: { part: "Runs", one: "run", many: "runs", remedy: moreProcesses, settings: ["DATABASE_URL"], state: "act" },
  program: {
    part: "Programs",
    one: "program",
    many: "programs",
    remedy: "Use more processor cores, or another process on the same database.",
    settings: ["DATABASE_URL"],
    state: "act",
  },
  generation: {
    part: "Generations",
    one: "generation",
    many: "generations",
    remedy: moreProcesses,
    settings: ["DATABASE_URL"],
    state: "act",
  },
  evaluation: {
    part: "Evaluations",
    one: "evaluation",
    many: "evaluations",
    remedy: "Evaluate with a faster model, or start another process.",
    settings: ["MODEL_JUDGE"],
    state: "look",
  },
  webhook: {
    part: "Webhooks",
    one: "delivery",
    many: "deliveries",
    remedy: "Check the receivers. Private hosts have to be allowed.",
    settings: ["OUTBOUND_ALLOW"],
    state: "look",
  },
};
export function signOfWork({ kind, due, late, oldest_due_at }: EngineState["work"][number], now: number, retrying: number): Sign {
  const { part, one, many, remedy, settings, state } = waits[kind];
  const oldest = oldest_due_at === null ? 0 : Math.max(0, now - Date.parse(oldest_due_at));
  if (late > 0) {
    const verdict = `${counted(late, one, many)} ${late === 1 ? "has" : "have"} waited over ${durationOf(lateSeconds * 1000)}, the longest for ${durationOf(oldest)}`;
    return { part, state, verdict, note: remedy, settings };
  }
  const acts = kind === "webhook" ? "are sent" : "start";
  const verdict = `${part} ${acts} within ${oldest <= 1_000 ? "1 second" : durationOf(oldest)}`;
  const later = kind === "webhook" && retrying > 0 ? `, ${counted(retrying, one, many)} to try again` : "";
  return { part, state: "good", verdict, note: `${amount(due)} waiting${later}`, settings: [] };
}

export function signOfEvents(events: EngineState["events"]): Sign {
  const part = "Events";
  const behind = events.toSorted((a, b) => b.oldest_seconds - a.oldest_seconds)[0];
  if (behind && behind.oldest_seconds > lateSeconds) {
    const verdict = `${counted(behind.waiting, "event has", "events have")} waited over ${durationOf(lateSeconds * 1000)} for ${behind.consumer}, the longest for ${durationOf(behind.oldest_seconds * 1000)}`;
    const note = behind.failing
      ? "The last try failed, and is repeated. The log of the service names the cause."
      : "End transactions that stay open on the database server: they hold events back.";
    return { part, state: "act", verdict, note, settings: ["DATABASE_URL"] };
  }
  const failing = events.find((each) => each.failing);
  if (failing) {
    const note = "It is repeated. The log of the service names the cause.";
    return { part, state: "look", verdict: `The last try of ${failing.consumer} failed`, note, settings: [] };
  }
  const waiting = events.reduce((total, each) => total + each.waiting, 0);
  return { part, state: "good", verdict: "Events are handled at once", note: `${amount(waiting)} waiting`, settings: [] };
}
