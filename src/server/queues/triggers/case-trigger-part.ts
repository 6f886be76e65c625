import { queuesNotTaken } from "#server/queues/queues/consumers.store.ts";
import type { Check, RevisionPart } from "#server/engine/revision-part.ts";

/** The agent's enabled case trigger whose queue this revision does not take cases from: its runs start, claim nothing, and each case fails. */
const caseTrigger: Check = async ({ build, context: { db } }) =>
  (await queuesNotTaken(db, build)).map(({ id, name }) => ({
    code: "trigger_without_slot",
    severity: "warns",
    message: `Cases of “${name}” start this agent, but this revision does not handle them. Every case would fail.`,
    subject: { id, name },
    fix: "name_queue",
  }));

/** That the agent's case trigger starts runs which take the case. */
export const caseTriggerPart: RevisionPart = { name: "case trigger", checks: [caseTrigger] };
