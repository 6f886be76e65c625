import { storeNow } from "#server/platform/db/columns.ts";
import type { SQL } from "drizzle-orm";
import { runChanged } from "#server/engine/end-run.ts";
import { withNext } from "#server/engine/tools/handover.ts";
import { cameTo } from "./came-to.ts";
import { LeaseLost, delivered, draftDone, writeHeld } from "./run-log.ts";
import type { NewMessage, RunPatch, HeldRun } from "./run-record.ts";
import { systemMessage } from "./log-messages.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { noteEnd } from "#server/engine/note-end.ts";

interface Answer {
  /** Whether people wrote something that this answers. */
  news: boolean;
  input: number;
  output: number;
  final: boolean;
  /** Whether people could already read a part of it. */
  draft: boolean;
  /** Messages that the model has seen. */
  log: number;
}

/** Records an answer and, when it calls nothing and nobody has written meanwhile, the end of the run. */
export async function commitAnswer(services: EngineServices, run: HeldRun, parts: NewMessage[], answer: Answer): Promise<boolean> {
  const progress = { input_tokens: answer.input, output_tokens: answer.output, attempt: 0, retry_reason: null };
  const also = [
    ...(answer.news ? [delivered(["queued", "read"], "acted_on", answer.log)] : []),
    // A worker before this one may have left a draft; of our own we know.
    ...(answer.draft || run.lease > 1 ? [draftDone] : []),
  ];
  const ended = answer.final && (await complete(services, run, parts, progress, also, answer.log));
  if (!ended) await writeHeld(services.store.db, run, progress, parts, also);
  // A fault later in this turn is the first in a row again.
  Object.assign(run, { attempt: 0, retry_reason: null });
  runChanged(services, run);
  return ended;
}

/** Ends the run with its last answer, unless somebody wrote after what the model has seen (or the lease is lost). */
async function complete(
  services: EngineServices,
  run: HeldRun,
  parts: NewMessage[],
  progress: RunPatch,
  also: SQL[],
  seen: number,
): Promise<boolean> {
  const ending = { event: "complete", completed_at: storeNow } as const;
  const held = { ...run, messageCount: seen };
  const announced = [...also, ...services.withEnd, cameTo("run.completed")];
  const closing = parts.find((p) => p.type === "text")?.text_content ?? "";
  try {
    await withNext(services, run, closing, (tx, notes) =>
      writeHeld(
        tx,
        held,
        { ...progress, ...ending },
        [...parts, systemMessage("session_completed", "The work is done."), ...notes],
        announced,
      ),
    );
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
  noteEnd(services, run, "completed");
  services.runsEnded([run]);
  return true;
}
