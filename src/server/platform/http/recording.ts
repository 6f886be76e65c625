import type { EndpointSpec } from "#contract/endpoint.ts";
import { type Subject, subjectRules } from "#contract/event.ts";
import { type EventData, type EventType, events } from "#contract/events.ts";
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
export async function recordSuccess(tx: Db, { name, records: type }: EndpointSpec, success: Success): Promise<void> {
  if (type === undefined) return;
  const { subject: kind, data } = events[type];
  const subject = kind === "user" ? success.userId : idOf(kind, success);
  if (subject === undefined) throw new Error(`${name} records ${type}, and does not say of which ${kind}.`);
  const body = isNamed(success.body) ? success.body : undefined;
  const facts = Object.keys(data.shape).map((fact) => [fact, parameterOf(success.params, fact) ?? body?.[fact]]);
  const known = Object.fromEntries(facts.filter(([, value]) => value !== undefined)) as EventData<EventType>;
  await record(tx, { type, team: success.team, actor: { kind: "user", id: success.userId }, subject, data: known });
}

function idOf(kind: Subject, { params, reply }: Success): string | undefined {
  const rule: { by: string; in?: string } = subjectRules[kind];
  const addressed = parameterOf(params, rule.by);
  if (typeof addressed === "string" || rule.in === undefined || !isNamed(reply)) return addressed as string | undefined;
  const made = rule.in === "" ? reply : reply[rule.in];
  return isNamed(made) && typeof made.id === "string" ? made.id : undefined;
}

function isNamed(value: unknown): value is Named {
  return typeof value === "object" && value !== null;
}
