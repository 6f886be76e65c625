import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { parseExact } from "#contract/exact-json.ts";
import type { Db } from "#server/platform/db/open.ts";
import { programCalls } from "#server/engine/program/program-calls.table.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import type { ProgramServices } from "#server/engine/program/program-services.ts";
import type { CallRecord, ProgramEnd, RecordedCall } from "./recorded-call.ts";
import { writeHeld } from "./run-log.ts";
import type { HeldRun } from "./run-record.ts";

/** Characters of answers that one program's record holds; a restart reads them all. */
const maxCharacters = 32_000_000;
/** Characters that wait for the next change before they are written by themselves. */
const maxPending = 1_000_000;
/** Rows of one insert: PostgreSQL takes 65,535 parameters. */
const maxRows = 1_000;

type Outcome = { readonly value: unknown } | { readonly error: string };
type Entry = Omit<typeof programCalls.$inferInsert, "run_id" | "tool_call_id" | "position">;

/** No call has this name. */
const endName = "ended";

/** The record of a program: of the run's code step, or of the `run_python` call that is named. `begun`: whether it may have called before. */
export async function openCallRecord(
  services: Pick<ProgramServices, "store" | "inTurn">,
  run: HeldRun,
  { toolCallId = "", begun }: { toolCallId?: string; begun: boolean },
): Promise<CallRecord> {
  const { db } = services.store;
  const entries = begun ? await recordedOf(db, run.id, toolCallId) : [];
  const past = entries.filter((entry) => entry.name !== endName);
  const end = entries.find((entry) => entry.name === endName);
  const reads = Map.groupBy(
    past.filter((entry) => !entry.changes),
    (entry) => entry.request,
  );
  const changes = past.filter((entry) => entry.changes).values();
  let position = entries.length;
  let characters = past.reduce((sum, entry) => sum + entry.answer.length, 0);
  let pending: Entry[] = [];

  function add(entry: Entry): void {
    const same = entry.changes ? undefined : pending.findLast((one) => !one.changes && one.request === entry.request);
    if (same?.answer === entry.answer) same.times++;
    else {
      pending.push(entry);
      characters += entry.answer.length;
    }
  }

  /** In one transaction: the run is still ours, `effect`, and the record of what was read before and of the effect. */
  function write(effect?: (tx: Db) => Promise<Entry>): Promise<void> {
    return services.inTurn(async () => {
      const written = pending;
      pending = [];
      try {
        await db.transaction(async (tx) => {
          await writeHeld(tx, run, {});
          const done = effect ? [await effect(tx)] : [];
          const rows = [...written, ...done].map((entry, i) => ({
            ...entry,
            run_id: run.id,
            tool_call_id: toolCallId,
            position: position + i,
          }));
          for (let i = 0; i < rows.length; i += maxRows) await tx.insert(programCalls).values(rows.slice(i, i + maxRows));
          position += rows.length;
        });
      } catch (error) {
        pending = [...written, ...pending];
        throw error;
      }
    });
  }

  return {
    async read(call, answer) {
      const asked = { changes: false, name: nameOf(call), request: requestOf(call) };
      const [again] = reads.get(asked.request) ?? [];
      if (again) {
        if (--again.times === 0) reads.get(asked.request)?.shift();
        return given(again);
      }
      if (characters > maxCharacters)
        throw new ToolError("This program has read 32 MB by calls, as much as one may. Declared team files are also under files/.");
      const entry = { ...asked, answer: JSON.stringify(await outcomeOf(answer)), times: 1 };
      add(entry);
      if (pending.length >= maxRows || pending.reduce((sum, one) => sum + one.answer.length, 0) > maxPending) await write();
      return given(entry);
    },
    async change(call, change) {
      const asked = { changes: true, name: nameOf(call), request: requestOf(call) };
      const again = changes.next().value;
      if (again?.request === asked.request) return given(again);
      if (again) throw new ToolError(differs(again.name, asked.name));
      const made: Entry[] = [];
      try {
        await write(async (tx) => {
          const entry = { ...asked, answer: JSON.stringify({ value: await change(tx) }), times: 1 };
          made.push(entry);
          return entry;
        });
      } catch (error) {
        // Nothing was changed; that it was refused is an answer by which the program may go on.
        add({ ...asked, answer: JSON.stringify(refusalOf(error)), times: 1 });
        throw error;
      }
      return given(made[0] as Entry);
    },
    async keep() {
      if (pending.length > 0) await write();
    },
    ended: end && (JSON.parse(end.answer) as { value: ProgramEnd }).value,
    async end(tx, value) {
      const entry = { changes: true, name: endName, request: "", answer: JSON.stringify({ value }), times: 1 };
      await tx.insert(programCalls).values({ ...entry, run_id: run.id, tool_call_id: toolCallId, position });
    },
  };
}

function recordedOf(db: Db, runId: string, toolCallId: string) {
  return db
    .select()
    .from(programCalls)
    .where(and(eq(programCalls.run_id, runId), eq(programCalls.tool_call_id, toolCallId)))
    .orderBy(asc(programCalls.position));
}

function differs(before: string, now: string): string {
  return `This program was started again after a restart, and ${now} differs from the change that it had made at this place: ${before}${before === now ? " with other content" : ""}. It has to make the same changes in the same order.`;
}

const nameOf = ({ method, subject }: RecordedCall) => (subject === undefined ? method : `${method} ${subject}`);

function requestOf({ method, params }: RecordedCall): string {
  return createHash("sha256")
    .update(JSON.stringify([method, params]))
    .digest("base64url");
}

async function outcomeOf(answer: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await answer() };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Throws what is no refusal: a fault of the service is no answer. */
function refusalOf(error: unknown): { error: string } {
  if (error instanceof ToolError || error instanceof Refusal) return { error: error.message };
  throw error;
}

function given({ answer }: Pick<Entry, "answer">): unknown {
  const outcome = parseExact(answer) as Outcome;
  if ("error" in outcome) throw new ToolError(outcome.error);
  return outcome.value;
}
