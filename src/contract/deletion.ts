import { int53, uuid } from "./fields.ts";
import { z } from "./zod.ts";

/** What is deleted along with a thing. */
export const deletedKinds = ["cases", "attachments", "labels", "rubrics", "views", "triggers"] as const;

/**
 * What stops working, or works without the thing from then on. `starts`: agents that the thing starts by itself. Agents that use it are
 * named by their revisions: `live`, `drafts`, or else `previous`; `automatic` are the live ones that something starts without a person.
 */
export const stoppedKinds = ["runs", "requests", "jobs", "starts", "live", "automatic", "drafts", "previous", "automations"] as const;

const effectKinds = [...deletedKinds, ...stoppedKinds] as const;
export type EffectKind = (typeof effectKinds)[number];

/** As many are named; `count` counts all. */
export const maxNamed = 20;

const Effect = z.strictObject({
  kind: z.enum(effectKinds),
  count: int53,
  /** The agents or automations, by name. Empty where things are only counted. */
  named: z.array(z.strictObject({ id: uuid, name: z.string() })).max(maxNamed),
});
export type Effect = z.output<typeof Effect>;

/** What deleting a thing would do beyond the thing itself. What does not happen is absent. */
export const Deletion = z.strictObject({ deleted: z.array(Effect), stops: z.array(Effect) });
export type Deletion = z.output<typeof Deletion>;
