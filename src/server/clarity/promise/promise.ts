import type * as contract from "#contract/clarity/promise.ts";
import { type GivenFigure, maxPromiseChanges, type PromiseFigure, promiseFigures } from "#contract/clarity/promise.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import { findUnits } from "#server/clarity/snapshots/evidence.store.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { countChanges, currentFigures, insertPromise, readPromise } from "./promises.store.ts";

export const clarityPromiseHandlers: Handlers<typeof contract> = {
  async getClarityPromise({ params }, context) {
    const process = await requireProcess(context, params.process_id);
    return inSnapshot(context.db, (at) => readPromise(at, process.id));
  },

  async updateClarityPromise({ params, body }, context) {
    const process = await lockedProcess(context, params.process_id);
    const current = await currentFigures(context.db, process.id);
    const given = promiseFigures.flatMap((figure) => (body[figure] ? [[figure, body[figure]] as const] : []));
    let changed = false;
    for (const [figure, wanted] of given) {
      const now = current[figure];
      if (wanted.revision !== (now?.revision ?? 0)) throw refuse("promise_overtaken");
      const unit = await unitOf(context, process.id, figure, wanted);
      const same =
        now?.value === wanted.value &&
        now.assumption === (unit === undefined) &&
        now.capture_id === (unit?.captureId ?? null) &&
        now.ordinal === (unit?.ordinal ?? null) &&
        (now.confirmed_at !== null) === wanted.confirmed;
      if (same) continue;
      await requireRoom(context, process.id, figure);
      await insertPromise(context.db, {
        process_id: process.id,
        figure,
        revision: wanted.revision + 1,
        value: wanted.value,
        assumption: unit === undefined,
        capture_id: unit?.captureId ?? null,
        ordinal: unit?.ordinal ?? null,
        proposal_id: (await findLive(context.db, process.id, "transformation_proposal"))?.id ?? null,
        user_id: context.caller.userId,
        confirmed: wanted.confirmed,
      });
      changed = true;
    }
    if (!changed) context.unchanged();
    return readPromise(context.db, process.id);
  },
};

/** The passage that is given as the source. Throws a 400 that names one of no capture of this process. */
async function unitOf({ db }: Pick<Context, "db">, processId: string, figure: PromiseFigure, { evidence_id: id }: GivenFigure) {
  if (id === null) return undefined;
  const unit = (await findUnits(db, processId, [id])).get(id);
  if (!unit) throw invalid([figure, "evidence_id"], "Choose a passage of a capture of this process");
  return unit;
}

async function requireRoom({ db }: Pick<Context, "db">, processId: string, figure: PromiseFigure): Promise<void> {
  if ((await countChanges(db, processId, figure)) >= maxPromiseChanges)
    throw refuse("too_many", `This figure was changed ${maxPromiseChanges} times, as often as is kept. Duplicate the process to continue.`);
}
