import { clarityEvents } from "#contract/clarity/events.ts";
import { signavioType } from "#contract/connections/connection-words.ts";
import { atLeast } from "#contract/roles.ts";
import { lockProcess } from "#server/clarity/processes/processes.store.ts";
import { findUsable } from "#server/connections/connections/connections.store.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { reaching } from "#server/connections/mcp/reach.ts";
import { signInTo, type SignavioSession } from "#server/connections/signavio/signavio-client.ts";
import { signavioOf } from "#server/connections/signavio/signavio-settings.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { nextTry } from "#server/engine/models/backoff.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import { record } from "#server/platform/events/record.ts";
import { describe } from "#server/platform/work/describe.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { clarityExports } from "./exports.table.ts";
import { type ClaimedExport, sentForMs, writeHeld } from "./exports.store.ts";

/** Faults that last longer end an export. */
const patienceMs = 900_000;
/** The other side may still be at work on a file whose answer was lost. Only when it had this long for it, the file did not arrive. */
const settlesMs = 120_000;

/** A fault that no further try mends. */
class Final extends Error {}
/** The file may have arrived, and its model is not there yet. */
class Unsettled extends Error {}

/** Takes a claimed export to its end, or to its next try. Every way it can end is stored, unless another process holds it, or its process is deleted. */
export async function advanceExport(services: EngineServices, held: ClaimedExport, signal: AbortSignal): Promise<void> {
  try {
    await end(services, held, { model_id: await modelOf(services, held, signal) });
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) return;
    await handleFault(services, held, error).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost))
        services.log.error(
          { export: held.id, error: describe(failure) },
          "a fault of an export could not be handled; it is taken up again",
        );
    });
  }
}

/** The id of the one model of an export: of one that is there, or is made now. */
async function modelOf(services: EngineServices, held: ClaimedExport, signal: AbortSignal): Promise<string> {
  const { db } = services.store;
  const { user_id, team_id } = held;
  const role = user_id === null ? undefined : await findRole(db, user_id, team_id);
  if (role === undefined || !atLeast(role, "team:manager")) throw new Final("The person who asked may no longer export from this team.");
  const connection = held.connection_id === null ? undefined : await findUsable(db, team_id, held.connection_id);
  if (!connection || (connection.user_id !== null && connection.user_id !== user_id)) throw new Final("The connection is no longer there.");
  return reaching(services, connection, async ({ server }) => {
    const settings = signavioOf(server);
    if (connection.type !== signavioType || settings.base !== held.server_url || settings.directory !== held.directory)
      throw new Final("The connection leads elsewhere since the export was started.");
    const session = await signInTo(services.outbound, settings, signal);
    const named = await modelsNamed(session, held);
    const ours = held.sent_at === null ? undefined : named.find((id) => !held.known_models.includes(id));
    if (ours !== undefined) return ours;
    if (held.sent_at !== null && (await sentForMs(db, held)) < settlesMs)
      throw new Unsettled("No answer came to the file, and its model is not in the directory yet.");
    return send(services, held, session, named);
  });
}

const modelsNamed = async (session: SignavioSession, { file_name }: Pick<ClaimedExport, "file_name">) =>
  (await session.listModels()).filter(({ name }) => name === file_name).map(({ id }) => id);

/** What is about to be done is written first: whoever takes the export up afterwards looks for the model before another one is made. */
async function send(services: EngineServices, held: ClaimedExport, session: SignavioSession, known: string[]): Promise<string> {
  const { db } = services.store;
  await writeHeld(db, held, { sent_at: storeNow, known_models: known });
  try {
    const made = await session.importModel(held.file_name, held.bpmn ?? "");
    if (made !== undefined) return made;
  } catch (error) {
    // It is known that nothing was made.
    if (error instanceof McpFault && !error.maybeDone) await writeHeld(db, held, { sent_at: null });
    throw error;
  }
  const ours = (await modelsNamed(session, held)).find((id) => !known.includes(id));
  if (ours === undefined) throw new Unsettled("The file was taken, and its model is not in the directory yet.");
  return ours;
}

async function handleFault(services: EngineServices, held: ClaimedExport, error: unknown): Promise<void> {
  const isKnown = error instanceof McpFault || error instanceof ToolError || error instanceof Final || error instanceof Unsettled;
  const reason = storable(isKnown ? error.message : "An internal error interrupted the export.").slice(0, 1_000);
  if (!isKnown) services.log.error({ export: held.id, error: describe(error) }, "a step of an export failed");
  if (isFinal(error)) return end(services, held, { error: reason });
  const next = await nextTry(services.store.db, clarityExports, held, undefined, patienceMs);
  if ("gaveUp" in next) return end(services, held, { error: `${next.gaveUp} ${reason}` });
  await writeHeld(services.store.db, held, {
    attempt: held.attempt + 1,
    retry_reason: reason,
    next_attempt_at: storeNowPlus(next.delayMs),
    worker_id: null,
    ...(held.attempt === 0 && { retrying_since: storeNow }),
  });
  tell(services, held);
}

/** What a person has to mend first. What is away for a time is none of it. */
function isFinal(error: unknown): boolean {
  if (error instanceof McpFault) return !error.maybeDone && error.kind !== "unreachable" && error.kind !== "timeout";
  return error instanceof Final || error instanceof ToolError;
}

async function end(
  services: EngineServices,
  held: ClaimedExport,
  how: { readonly model_id: string } | { readonly error: string },
): Promise<void> {
  const failed = "error" in how;
  const ended = { ...how, bpmn: null, retry_reason: null, worker_id: null, ended_at: storeNow, ...(!failed && { sent_at: null }) };
  await services.store.db.transaction(async (tx) => {
    // The process is locked before what belongs to it, as everywhere.
    if (!(await lockProcess(tx, held.process_id))) throw new LeaseLost();
    await writeHeld(tx, held, { ...ended, status: failed ? "failed" : "completed" });
    const type = failed ? "clarity_process.export_failed" : "clarity_process.exported";
    await record(tx, clarityEvents, {
      type,
      team: held.team_id,
      actor: { kind: "service" },
      subject: held.process_id,
      data: { export_id: held.id },
    });
  });
  tell(services, held);
}

function tell({ live }: EngineServices, { team_id: teamId, id }: Pick<ClaimedExport, "team_id" | "id">): void {
  live.publish({ teamId, topic: "clarity_export", id });
}
