import { listQueuesOfRevision } from "#server/agents/slots/slots.store.ts";
import type { AccessSource } from "./source.ts";

/** Queues that the slots of the revision name. */
export const queues: AccessSource = async ({ build, context: { db } }) =>
  (await listQueuesOfRevision(db, build.id)).map(({ id, name, produces, consumes }) => ({
    kind: "queue",
    id,
    name,
    detail: produces && consumes ? "adds and handles cases" : produces ? "adds cases" : "handles cases",
  }));
