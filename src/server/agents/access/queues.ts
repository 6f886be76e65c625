import { listQueuesOfRevision } from "#server/agents/slots.store.ts";
import type { AccessSource } from "./source.ts";

/** Queues that the slots of the revision name. */
export const queues: AccessSource = async ({ build, context: { db } }) =>
  (await listQueuesOfRevision(db, build.id)).map(({ id, name, produces, consumes }) => ({
    kind: "queue",
    id,
    name,
    detail: produces && consumes ? "puts work in and takes it out" : produces ? "puts work in" : "takes work out",
  }));
