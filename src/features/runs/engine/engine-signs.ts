import type { EngineState, Worker } from "#contract/runs/engine.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { durationOf } from "#ui/duration.tsx";
import { ago, amount, counted, exactly } from "./engine-words.ts";
import { moreProcesses, type Sign } from "./sign.ts";
import { signOfEvents, signOfWork } from "./work-signs.ts";

/** For how long a refusal is news. */
const recentMs = 300_000;
const clockMs = 2_000;
/** On the disk of file contents. */
const fewBytes = 2_000_000_000;
/** Contents that nothing names are removed an hour after that, every ten minutes. */
const overdueMs = 2 * 3_600_000;

export function engineSigns(state: EngineState): Sign[] {
  const now = Date.parse(state.as_of);
  const alive = state.workers.filter((worker) => worker.state === "alive");
  return [
    ...state.work.map((work) => signOfWork(work, now, state.retrying_webhooks)),
    signOfEvents(state.events),
    signOfRequests(alive, now),
    signOfWorkers(state.workers, alive),
    signOfClocks(alive),
    signOfUpdates(alive),
    signOfJobs(state.failing_jobs),
    signOfStorage(state.storage, now),
  ];
}

function signOfRequests(alive: readonly Worker[], now: number): Sign {
  const part = "Requests";
  const all = alive.flatMap(({ report }) => report?.requests ?? []);
  const sum = (of: (each: (typeof all)[number]) => number) => all.reduce((total, each) => total + of(each), 0);
  const last = Math.max(...all.map((each) => Date.parse(each.last_refused_at ?? "") || 0), 0);
  if (last > 0 && now - last < recentMs) {
    const refused = exactly(
      sum((each) => each.refused),
      "request",
      "requests",
    );
    const verdict = `${refused} refused because too many were in progress, the last ${ago(now - last)}`;
    return { part, state: "act", verdict, note: moreProcesses, settings: ["DATABASE_URL"] };
  }
  const note = `${sum((each) => each.in_work)} of ${sum((each) => each.most)} places used, ${sum((each) => each.waiting)} waiting`;
  return { part, state: "good", verdict: "Every request is answered", note, settings: [] };
}

function signOfWorkers(workers: readonly Worker[], alive: readonly Worker[]): Sign {
  const part = "Workers";
  if (alive.length === 0)
    return {
      part,
      state: "act",
      verdict: "No worker is alive",
      note: "No run continues. Read the log of the service, then restart it.",
      settings: [],
    };
  const lost = workers.filter((worker) => worker.state === "lost");
  if (lost.length === 0)
    return {
      part,
      state: "good",
      verdict: `${exactly(alive.length, "worker", "workers")} alive`,
      note: "None lost in the last day",
      settings: [],
    };
  const taken = lost.reduce((total, worker) => total + worker.taken_over, 0);
  const after = taken === 0 ? "" : `, and others took over ${exactly(taken, "piece", "pieces")} of work`;
  const verdict = `${exactly(lost.length, "worker was", "workers were")} lost in the last day${after}`;
  return {
    part,
    state: "look",
    verdict,
    note: "Read the log of the lost process: it crashed, was killed, or lost the database.",
    settings: [],
  };
}

function signOfClocks(alive: readonly Worker[]): Sign {
  const part = "Clocks";
  const off = alive.toSorted((a, b) => aheadOf(b) - aheadOf(a))[0];
  const ms = off?.report?.clock_ahead_ms ?? 0;
  const verdict = `${off?.host ?? ""} is ${durationOf(Math.abs(ms))} ${ms < 0 ? "behind" : "ahead of"} the database`;
  if (Math.abs(ms) > clockMs) return { part, state: "look", verdict, note: "Set both clocks by the same time server.", settings: [] };
  return { part, state: "good", verdict: "All clocks agree", note: `Largest difference ${Math.abs(ms)} ms`, settings: [] };
}
const aheadOf = ({ report }: Worker) => Math.abs(report?.clock_ahead_ms ?? 0);

function signOfUpdates(alive: readonly Worker[]): Sign {
  const part = "Live updates";
  const deaf = alive.filter(({ report }) => report?.deaf);
  if (deaf.length === 0)
    return { part, state: "good", verdict: "Changes reach every process", note: "Screens update by themselves", settings: [] };
  const verdict = `${deaf.map((worker) => worker.host).join(", ")} ${deaf.length === 1 ? "misses" : "miss"} the changes of other processes`;
  return {
    part,
    state: "look",
    verdict,
    note: "It reconnects by itself, but not behind a transaction pooler.",
    settings: ["DATABASE_URL"],
  };
}

function signOfJobs(failing: number): Sign {
  const part = "Jobs";
  if (failing === 0) return { part, state: "good", verdict: "No job fails", note: "Changes of many cases at once", settings: [] };
  const verdict = `${exactly(failing, "job", "jobs")} failed at the last try`;
  return {
    part,
    state: "look",
    verdict,
    note: "They are tried again by themselves. The log of the service names the cause.",
    settings: [],
  };
}

function signOfStorage(storage: EngineState["storage"], now: number): Sign {
  const part = "Storage";
  const { used_bytes, free_bytes, orphaned, oldest_orphaned_at, unconfirmed } = storage;
  if (unconfirmed === null)
    return {
      part,
      state: "act",
      verdict: "The file store does not answer",
      note: "Files cannot be read or written until it does. Check that it runs, and its settings.",
      settings: ["S3_ENDPOINT"],
    };
  if (free_bytes !== null && free_bytes < fewBytes)
    return {
      part,
      state: "act",
      verdict: `Only ${bytesOf(free_bytes)} free on the disk`,
      note: "Make room, or move the data to a larger disk.",
      settings: ["DATA_DIR"],
    };
  if (oldest_orphaned_at !== null && now - Date.parse(oldest_orphaned_at) > overdueMs) {
    const verdict = `${counted(orphaned, "deleted file", "deleted files")} still on the disk`;
    return {
      part,
      state: "look",
      verdict,
      note: "The log of the service names what keeps them.",
      settings: ["DATA_DIR"],
    };
  }
  const free = free_bytes === null ? "" : `${bytesOf(free_bytes)} free, `;
  const rest = `${free}${amount(orphaned)} to remove, ${amount(unconfirmed)} unconfirmed`;
  return { part, state: "good", verdict: `${bytesOf(used_bytes)} of files`, note: rest, settings: [] };
}
