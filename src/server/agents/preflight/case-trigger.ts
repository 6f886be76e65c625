import { queuesNotTaken } from "#server/queues/queues/consumers.store.ts";
import type { Check } from "./check.ts";

/** The agent's enabled case trigger whose queue this revision does not take cases from: its runs start, claim nothing, and each case fails. */
export const caseTrigger: Check = async ({ build, context: { db } }) =>
  (await queuesNotTaken(db, build)).map(({ id, name }) => ({
    code: "trigger_without_slot",
    severity: "warns",
    message: `Cases of “${name}” start this agent, but this revision does not handle them. Every case would fail.`,
    subject: { id, name },
    fix: "name_queue",
  }));
