import type * as contract from "#contract/queues/case-undo.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { tellOfCases } from "./case-changes.ts";
import { findUndoable, undoEvent } from "./case-undo.store.ts";
import { holdCase, readCase } from "./require-case.ts";

export const caseUndoHandlers: Handlers<typeof contract, EngineContext> = {
  async undoCaseEvent({ params: { case_id, event_id } }, context) {
    const { db, caller } = context;
    const { queueId } = await holdCase(context, case_id);
    const event = await findUndoable(db, case_id, event_id);
    if (!event) throw refuse("not_found");
    if (!event.before) throw refuse("not_undoable");
    if (!event.last) {
      const { updated_at } = await readCase(db, case_id);
      throw refuse("case_changed", "The case has changed since, so this cannot be undone. Nothing was written.", { updated_at });
    }
    await undoEvent(db, case_id, event_id, caller.userId);
    tellOfCases(context, queueId, [case_id]);
    context.afterCommit(() => context.engine.wakeCases());
    return { case: await readCase(db, case_id) };
  },
};
