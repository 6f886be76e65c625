import { type SQL, sql } from "drizzle-orm";
import type { EventData, EventType, Events } from "#contract/event.ts";
import type { Db } from "#server/platform/db/open.ts";
import { currentPatience } from "#server/platform/db/patience.ts";

/** Who did it. What a run does for a person is the run's. */
export type Actor = { readonly kind: "user" | "run"; readonly id: string } | { readonly kind: "service" };

export interface Happening<T extends EventType> {
  readonly type: T;
  /** Null: it belongs to no team. */
  readonly team: string | null;
  readonly actor: Actor;
  readonly subject: string;
  readonly data: EventData<T>;
}

const columns = sql.raw("team_id, actor_kind, actor_id, type, subject_id, data, origin");
const recordColumns = sql.raw("team_id uuid, actor_kind text, actor_id uuid, type text, subject_id uuid, data jsonb, origin jsonb");

/** Writes down what happened, in the transaction of the change. `events`: those of the area that says so. */
export async function record<T extends EventType>(
  tx: Db,
  events: { readonly [K in T]: Events[string] },
  ...happened: readonly Happening<T>[]
): Promise<void> {
  if (happened.length === 0) return;
  const origin = originNow();
  const rows = happened.map(({ type, team, actor, subject, data }) => ({
    team_id: team,
    actor_kind: actor.kind,
    actor_id: "id" in actor ? actor.id : null,
    type,
    subject_id: subject,
    data: events[type].data.parse(data),
    origin: origin && JSON.parse(origin),
  }));
  await tx.execute(sql`
    insert into events (${columns}) select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(${recordColumns})`);
}

/** The parts of an event, as SQL on the rows of the statement that makes the change. */
interface Happenings<T extends EventType> {
  readonly type: T;
  readonly team: SQL;
  readonly actor: { readonly kind: Actor["kind"]; readonly id?: SQL };
  readonly subject: SQL;
  readonly data: { readonly [K in keyof EventData<T>]: SQL };
}

/** As {@link record}, as a part of the statement that makes the change: one event for each of the rows, which are its `from`. */
export function recorded<T extends EventType>(rows: SQL, { type, team, actor, subject, data }: Happenings<T>): SQL {
  const facts = Object.entries<SQL>(data).map(([name, fact]) => sql`${sql.raw(`'${name}'`)}, ${fact}`);
  return sql`insert into events (${columns})
    select ${team}, ${sql.raw(`'${actor.kind}', `)}${actor.id ?? sql`null::uuid`}, ${sql.raw(`'${type}'`)}, ${subject},
      jsonb_build_object(${sql.join(facts, sql`, `)}), ${originNow()}::jsonb from ${rows}`;
}

/** Said by each statement: not all of a request's are in a transaction that says it. */
function originNow(): string | null {
  return currentPatience().origin ?? null;
}
