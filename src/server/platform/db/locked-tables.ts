import type { ClientBase } from "pg";
import { bareOf } from "./sql-statements.ts";

/** The weakest first. `share update exclusive` keeps out changes of the table and the sweeper, and no request. */
const lockModes = ["share update exclusive", "share", "share row exclusive", "access exclusive"] as const;
type LockMode = (typeof lockModes)[number];

interface Locked {
  readonly kind: "table" | "table of index" | "tables beside" | "table beside by constraint";
  readonly name: string;
  readonly mode: LockMode;
}

/** What a change of tables locks, by how it begins. What changes rows locks these as a request does. */
function lockedBy(statement: string): Locked[] {
  const bare = bareOf(statement);
  const referenced = [...bare.matchAll(/ references (\w+)/gi)].map(([, name = ""]) => table(name, "share row exclusive"));
  const [, altered = "", change = ""] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)/i.exec(bare) ?? [];
  if (altered) {
    const [, dropped] = /drop constraint (?:if exists )?(\w+)/i.exec(change) ?? [];
    const beside = dropped ? [{ kind: "table beside by constraint", name: dropped, mode: "access exclusive" } as const] : [];
    return [table(altered, modeOf(change)), ...beside, ...referenced];
  }
  const [, indexed] = /^create (?:unique )?index (?!concurrently).*? on (?:only )?(\w+)/i.exec(bare) ?? [];
  if (indexed) return [table(indexed, "share")];
  const [, triggered] = /^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/i.exec(bare) ?? [];
  if (triggered) return [table(triggered, "share row exclusive")];
  const [, released] = /^drop trigger .*? on (\w+)/i.exec(bare) ?? [];
  if (released) return [table(released, "access exclusive")];
  const [, what, dropped = ""] = /^drop (table|index) (?!concurrently)(?:if exists )?(\w+)/i.exec(bare) ?? [];
  if (what?.toLowerCase() === "index") return [{ kind: "table of index", name: dropped, mode: "access exclusive" }];
  if (what) return [table(dropped, "access exclusive"), { kind: "tables beside", name: dropped, mode: "access exclusive" }];
  return referenced;
}

function table(name: string, mode: LockMode): Locked {
  return { kind: "table", name, mode };
}

function modeOf(change: string): LockMode {
  if (/^validate constraint/i.test(change)) return "share update exclusive";
  return /^add constraint \w+ foreign key/i.test(change) ? "share row exclusive" : "access exclusive";
}

/** The tables that are there and that statements lock, each with the strongest of its locks. */
export async function lockedTables(client: ClientBase, statements: readonly string[]): Promise<{ name: string; mode: LockMode }[]> {
  const locked = statements.flatMap(lockedBy);
  if (locked.length === 0) return [];
  const { rows } = await client.query<{ name: string; mode: LockMode }>(
    `select distinct on (c.oid) c.oid::regclass::text as name, mode
     from unnest($1::text[], $2::text[], $3::text[]) l (kind, given, mode) cross join lateral (
       select to_regclass(format('public.%I', given)) as oid where kind = 'table'
       union all select indrelid from pg_index where kind = 'table of index' and indexrelid = to_regclass(format('public.%I', given))
       union all select unnest(array[conrelid, confrelid]) from pg_constraint where contype = 'f' and (kind = 'table beside by constraint' and conname = given
         or kind = 'tables beside' and to_regclass(format('public.%I', given)) in (conrelid, confrelid))
     ) t join pg_class c on c.oid = t.oid and c.relkind in ('r', 'p')
     order by c.oid, array_position($4, mode) desc`,
    [locked.map(({ kind }) => kind), locked.map(({ name }) => name), locked.map(({ mode }) => mode), lockModes],
  );
  return rows;
}
