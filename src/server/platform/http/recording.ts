import type { EndpointSpec } from "#contract/endpoint.ts";
import type { EventData, EventType, Events, Subject } from "#contract/event.ts";
import { parameterOf } from "#contract/topics.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";

type Named = Readonly<Record<string, unknown>>;

/** What a request was about, and what came of it. */
export interface Success {
  readonly userId: string;
  /** Null: what changed belongs to no team. */
  readonly team: string | null;
  readonly params: Named | undefined;
  readonly body: unknown;
  readonly reply: unknown;
}

/** Writes down what an endpoint records, in the transaction of the request. Ids that neither the request nor the reply has are a mistake of the contract. */
export async function recordSuccess(tx: Db, events: Events, { name, records }: EndpointSpec, success: Success): Promise<void> {
  const event = records === undefined ? undefined : events[records];
  if (!event) return;
  const { subject: of, data } = event;
  const subject = idOf(of, success);
  if (subject === undefined) throw new Error(`${name} records ${records}, and does not say of which ${of.kind}.`);
  const body = isNamed(success.body) ? success.body : undefined;
  const facts = Object.keys(data.shape).map((fact) => [fact, parameterOf(success.params, fact) ?? body?.[fact]]);
  const known = Object.fromEntries(facts.filter(([, value]) => value !== undefined)) as EventData<EventType>;
  const type = records as EventType;
  await record(tx, events as Record<EventType, Events[string]>, {
    type,
    team: success.team,
    actor: { kind: "user", id: success.userId },
    subject,
    data: known,
  });
}

function idOf(rule: Subject, { userId, params, reply }: Success): string | undefined {
  if (rule.by === undefined) return userId;
  const addressed = parameterOf(params, rule.by);
  if (typeof addressed === "string" || rule.in === undefined || !isNamed(reply)) return addressed as string | undefined;
  const made = rule.in === "" ? reply : reply[rule.in];
  return isNamed(made) && typeof made.id === "string" ? made.id : undefined;
}

function isNamed(value: unknown): value is Named {
  return typeof value === "object" && value !== null;
}
