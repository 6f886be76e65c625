import type { FastifyRequest } from "fastify";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { EventType, Events } from "#contract/event.ts";
import { refusedCodes } from "#contract/refused.ts";
import { currentPatience } from "#server/platform/db/patience.ts";
import { record } from "#server/platform/events/record.ts";
import type { Services } from "./context.ts";
import { originOf } from "./origin-of.ts";
import { Refusal } from "./refusal.ts";

/**
 * Writes down that somebody who is known was refused: they may not do it, or gave a wrong password. Nothing of the request was stored, so this is
 * a statement of its own. The answer is the same when it fails.
 */
export async function recordRefusal(
  { store, live, log }: Pick<Services, "store" | "live" | "log">,
  events: Events,
  endpoint: EndpointSpec,
  request: FastifyRequest,
  failure: unknown,
): Promise<void> {
  const { caller } = request;
  const reason = failure instanceof Refusal ? refusedCodes.find((code) => code === failure.code) : undefined;
  if (!caller || !reason) return;
  currentPatience().origin = JSON.stringify(originOf(endpoint, caller, request));
  const happened = {
    type: "user.refused",
    team: null,
    actor: { kind: "user", id: caller.userId },
    subject: caller.userId,
    data: { reason, target_id: targetOf(request) },
  } as const;
  await record(store.db, events as Record<EventType, Events[string]>, happened).then(live.recorded, () =>
    log.error({ operation: endpoint.name }, "could not write down a refusal"),
  );
}

/** The last id of the address: what they asked about. */
function targetOf({ params }: FastifyRequest): string | null {
  const ids = Object.values((params ?? {}) as Record<string, string>).filter((value) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  );
  return ids.at(-1)?.toLowerCase() ?? null;
}
