import type { QueueRouting } from "#contract/queues/queue-triggers.ts";
import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findRouting } from "./routing.store.ts";

interface Trigger {
  readonly agent_id: string;
  readonly queue_id: string;
  readonly enabled: boolean;
}

/**
 * Throws 409 when a change of a trigger by hand contradicts the active revision of an automation. Bringing it to what the revision says
 * is no contradiction. The caller holds the routing. `before` and `after`: undefined for a trigger that is not there.
 */
export async function requireRouted(db: Db, before: Trigger | undefined, after: Trigger | undefined): Promise<void> {
  const moved = before?.queue_id !== after?.queue_id;
  const old = before && (await findRouting(db, before.queue_id));
  if (old && starts(old, before) && (moved || (before.enabled && !after?.enabled))) throw routed(old);
  if (!after?.enabled || (!moved && before?.enabled)) return;
  const next = moved ? await findRouting(db, after.queue_id) : old;
  if (next && !starts(next, after)) throw routed(next);
}

const starts = (routing: QueueRouting, trigger: Trigger) => routing.enabled && routing.agent_id === trigger.agent_id;

function routed({ automation_name, revision_number, agent_name, enabled }: QueueRouting) {
  const whom = agent_name === null ? "has no agent" : enabled ? `starts ${agent_name}` : "is paused";
  return refuse(
    "routed_by_revision",
    `Revision ${revision_number} of the automation “${automation_name}” sets that this queue ${whom}. Change the routing in a draft of the automation, and activate it.`,
  );
}
