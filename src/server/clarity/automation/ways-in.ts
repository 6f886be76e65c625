import { sql } from "drizzle-orm";
import { listAttachedLogins, listVisibleLogins, titleOf } from "#server/connections/logins/logins.store.ts";
import { grantedTo } from "#server/connections/grants/serves.ts";
import { listConnected } from "#server/agents/slots/slot-pins.store.ts";
import type { Db } from "#server/platform/db/open.ts";

/** Something by which an agent gets into a system. */
export interface WayIn {
  readonly kind: "connection" | "login";
  readonly id: string;
  /** As people know it. */
  readonly title: string;
  /** What a system's name is looked for in. */
  readonly names: readonly string[];
  /** Whether anything can be changed by it, as its tools say. Undefined: nobody knows. */
  readonly writes: boolean | undefined;
  /** Whether runs of the draft use it. */
  readonly used: boolean;
}

const mostConnections = 2_000;

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly writes: boolean | null;
}

/** The connections and logins that a person's runs could use in a team. `buildId`: the draft that uses some of them. */
export async function waysIn(
  db: Db,
  { teamId, userId, buildId }: { teamId: string; userId: string; buildId: string | undefined },
): Promise<WayIn[]> {
  const { rows } = await db.execute<Row>(sql`
    select c.id, c.name, c.type, (select bool_or(not coalesce((t.definition->>'reads_only')::boolean, false)) from connection_tools t
      where t.connection_id = c.id and t.current) as writes
    from connections c
    where (c.team_id = ${teamId} and (c.user_id is null or c.user_id = ${userId})) or c.id in (${grantedTo(teamId)})
    order by c.name collate "und-x-icu", c.id limit ${mostConnections}`);
  const used = new Set(
    buildId === undefined
      ? []
      : [...(await listConnected(db, buildId, userId)), ...(await listAttachedLogins(db, buildId, userId))].map(({ id }) => id),
  );
  const logins = await listVisibleLogins(db, teamId, userId);
  return [
    ...rows.map(({ id, name, type, writes }): WayIn => ({
      kind: "connection",
      id,
      title: `Connection “${name}”`,
      names: [name, type],
      writes: writes ?? undefined,
      used: used.has(id),
    })),
    ...logins.map((login): WayIn => ({
      kind: "login",
      id: login.id,
      title: titleOf(login),
      names: [login.domain],
      writes: undefined,
      used: used.has(login.id),
    })),
  ];
}

/** Whether one of its names has a word that begins with the name of a system. */
export function leadsTo({ names }: Pick<WayIn, "names">, system: string): boolean {
  const sought = folded(system);
  return sought !== "" && names.some((name) => ` ${folded(name)}`.includes(` ${sought}`));
}

const folded = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
