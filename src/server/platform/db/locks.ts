import { type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";

// Every advisory lock of the service. A lock never changes its key: processes of two versions run side by side during a rolling start, and each
// has to wait for the other.

/** One lock, by the arguments that PostgreSQL knows it by. */
export type Lock = SQL;

const eachOf =
  (kind: string) =>
  (id: string): Lock =>
    sql`hashtext(${kind}), hashtext(${id})`;
const named = (name: string): Lock => sql`hashtextextended(${name}, 0)`;

/** Held until the transaction ends. */
export const locks = {
  /** The first organization and its owner: only one person can be first. */
  founding: sql`${7_202_614}`,
  /** An `Idempotency-Key`, by the first 64 bits of its digest: the handler runs once. */
  idempotency: (digest: bigint): Lock => sql`${digest.toString()}::bigint`,
  /** How many views a list of a team, or of a queue, has. */
  listViews: (placeId: string, list: string) => eachOf("list views")(`${placeId} ${list}`),
  /** The tree of a team's agent folders: no constraint can tell that two moves together make a circle. */
  agentFolders: eachOf("agent folders"),
  /** The memory of an agent, and whether it is on. */
  agentMemory: eachOf("agent memory"),
  /** What an agent's last evaluations suggest: of evaluations that end together, the last one sees the others. */
  agentSuggestions: eachOf("agent suggestions"),
  /** The rubrics of a queue: of parallel deletes, one finds the last rubric. */
  queueRubrics: eachOf("queue rubrics"),
  /** The making of labels in a queue. */
  queueLabels: (queueId: string) => named(`labels of ${queueId}`),
  /** The places of an organization's landscape: no constraint can tell that two moves together make a circle. */
  clarityLandscape: eachOf("clarity landscape"),
  /** A job's turn: the portion of it that is being done. A row's lock would go to the first that asks; this one goes to the longest wait. */
  jobTurn: (jobId: string) => named(`job ${jobId}`),
  /** The names of a team's skills: two uploads of one name would both find it free. */
  teamSkills: eachOf("team skills"),
  /** The paths of a team's files, for who changes many of them; who writes one shares it. */
  teamFiles: eachOf("team files"),
  /** A path among a team's files, shared by those who write below it: no index can tell that a file and a folder exclude each other. */
  teamFile: (teamId: string, path: string) => named(`file ${teamId} ${path}`),
  /** How many files a team has, once they are almost as many as there may be. */
  teamFileCount: eachOf("team file count"),
  /** The removal of what is past its time: one process at a time. */
  retention: sql`hashtext('retention')`,
  /** The looking for what waits for people: two that look at once would both mail it. */
  waitingEmails: named("waiting emails"),
  /** Which key and which files a store is used with: starts that come together find one answer. */
  installation: named("installation"),
  /** The sealing of an organization's audit log: a chain has one end. */
  auditSeals: eachOf("audit seals"),
} as const;

/** Waits for a lock and holds it until the transaction ends. */
export async function lock(tx: Pick<NodePgDatabase, "execute">, which: Lock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${which})`);
}

export interface Locks {
  readonly shared: readonly Lock[];
  readonly alone: readonly Lock[];
}

/** As {@link lock}, one after the other in one statement. Those who share a lock wait only for who holds it alone. */
export async function lockTogether(tx: Pick<NodePgDatabase, "execute">, which: Locks): Promise<void> {
  await tx.execute(sql`select ${sql.join(taken(which), sql`, `)}`);
}

/**
 * The same as an argument of a function, a number: what the function then reads is read after the locks were taken. Settings that a waiting
 * statement needs are set before.
 */
export function beforehand(settings: readonly SQL[], which: Locks): SQL {
  const steps = [...settings, ...taken(which).map((each) => sql`${each}::text`)];
  return sql`num_nulls(${sql.join(steps, sql`, `)})`;
}

function taken({ shared, alone }: Locks): SQL[] {
  return [
    ...shared.map((which) => sql`pg_advisory_xact_lock_shared(${which})`),
    ...alone.map((which) => sql`pg_advisory_xact_lock(${which})`),
  ];
}

/** Takes a lock that is free and holds it until the transaction ends. Returns whether it was free. */
export async function tryLock(tx: Pick<NodePgDatabase, "execute">, which: Lock): Promise<boolean> {
  const { rows } = await tx.execute<{ ours: boolean }>(sql`select pg_try_advisory_xact_lock(${which}) as ours`);
  return rows[0]?.ours ?? false;
}

export type CountsTable = "run_counts" | "case_counts" | "storage_counts";

/** An SQL condition: whether the folding of a table of counts is ours until the statement ends. One process at a time folds a table. */
export function foldingIsOurs(table: CountsTable): string {
  return `pg_try_advisory_xact_lock(hashtext('fold ${table}'))`;
}

/** Held on a connection of its own, for work that one process does. Numbers that other software on the same database is unlikely to lock. */
export const processLocks = {
  /** The start that brings tables and functions up to date. */
  migration: 7_202_611,
  /** The data folder: one service uses it. */
  dataFolder: 7_202_612,
  /** The making of the table of quotas. */
  quotaTable: 7_202_613,
} as const;

type ProcessLock = (typeof processLocks)[keyof typeof processLocks];

/** Takes a step while the connection holds a lock. */
export async function whileLocked<T>(client: ClientBase, which: ProcessLock, step: () => Promise<T>): Promise<T> {
  await client.query("select pg_advisory_lock($1)", [which]);
  try {
    return await step();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [which]);
  }
}

/** Takes a lock that is free and holds it until the connection ends. Returns whether it was free. */
export async function tryLockConnection(client: ClientBase, which: ProcessLock): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [which]);
  return rows[0]?.ours ?? false;
}

/** Gives back a lock that the connection holds. */
export async function unlockConnection(client: ClientBase, which: ProcessLock): Promise<void> {
  await client.query("select pg_advisory_unlock($1)", [which]);
}

/** Whether any connection to the server holds a lock. */
export async function isLocked(client: ClientBase, which: ProcessLock): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_locks where locktype = 'advisory' and objid = $1::oid and granted", [which]);
  return (rowCount ?? 0) > 0;
}
