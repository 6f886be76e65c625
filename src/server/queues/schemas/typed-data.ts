import { setImmediate as nextTurn } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Issue } from "#contract/errors.ts";
import { caseChecker, isTyped, mustBeTyped, staysTyped } from "#contract/queues/case-data.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import type { Db } from "#server/platform/db/open.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";

interface Typing {
  readonly guarded: boolean;
  /** The newest version of the queue's schema. */
  readonly id: string | null;
  readonly schema: CaseSchema | null;
}

const noTyping: Typing = { guarded: false, id: null, schema: null };

async function typingOf(db: Db, which: SQL): Promise<Typing | undefined> {
  const { rows } = await db.execute<{ [K in keyof Typing]: Typing[K] }>(sql`
    select q.schema_guarded as guarded, s.id, s.schema from queues q ${newestOf(sql`q`)} where q.id = ${which}`);
  const [typing] = rows;
  if (typing?.guarded && typing.schema === null)
    throw refuse("no_schema", "This queue requires fields, but has none yet. Define them first.");
  return typing;
}

/** Throws 409 where a queue is guarded and has no schema yet. */
export async function requireTyping(db: Db, queueId: string): Promise<void> {
  await typingOf(db, sql`${queueId}`);
}

/** What keeps each of these data from being that of a new case, by its place in it. One is judged as if it were alone. Throws as {@link typeNewCases} does. */
export async function misfitsOf(db: Db, queueId: string, texts: readonly string[]): Promise<Issue[][]> {
  const { guarded, schema } = (await typingOf(db, sql`${queueId}`)) ?? noTyping;
  if (schema === null) return texts.map(() => []);
  const checker = caseChecker(schema);
  const found: Issue[][] = [];
  for (const text of texts) {
    // Patterns may take their time on each of them.
    await nextTurn();
    if (isTyped(text)) found.push(...checker.checkAll([text]));
    else found.push(guarded ? [{ path: [], message: mustBeTyped }] : []);
  }
  return found;
}

/**
 * Checks the data of new cases against the schema of their queue, and keeps the queue from being deleted. Returns what says of each data which
 * version it fits. Throws 404 where the queue is gone, 400 with the place of every value that does not fit, 409 where a guarded queue has no
 * schema yet.
 */
export async function typeNewCases(
  db: Db,
  queueId: string,
  added: readonly { readonly data?: string | undefined }[],
  place: (at: number) => Issue["path"],
): Promise<(data: string) => string | null> {
  const typing = await typingOf(db, sql`${queueId} and q.deleted_at is null for key share of q`);
  if (!typing) throw refuse("not_found");
  const { guarded, id, schema } = typing;
  if (schema === null) return () => null;
  const data = added.map((one, at) => ({ at, text: one.data ?? "" }));
  const typed = data.filter(({ text }) => isTyped(text));
  const found = caseChecker(schema).checkAll(typed.map(({ text }) => text));
  const misfits = typed.flatMap(({ at }, i) =>
    (found[i] ?? []).map(({ path, message }) => ({ path: [...place(at), "data", ...path], message })),
  );
  const untyped = guarded ? data.filter(({ text }) => !isTyped(text)) : [];
  throwIssues([...untyped.map(({ at }) => ({ path: [...place(at), "data"], message: mustBeTyped })), ...misfits]);
  return (text) => (isTyped(text) ? id : null);
}

/**
 * The version that changed data of a case fits: of the queue's schema, or of the one it was typed by where the queue has none any more. Throws
 * 400 where it fits neither.
 */
export async function typeOfChange(db: Db, caseId: string, data: string): Promise<string | null> {
  const { rows } = await db.execute<{ pinned: string | null; id: string | null; schema: CaseSchema | null }>(sql`
    select c.json_schema_id as pinned, coalesce(s.id, p.id) as id, coalesce(s.schema, p.schema) as schema
    from cases c join queues q on q.id = c.queue_id ${newestOf(sql`q`)} left join case_schemas p on p.id = c.json_schema_id
    where c.id = ${caseId}`);
  const [{ pinned, id, schema } = { pinned: null, id: null, schema: null }] = rows;
  if (schema === null) return null;
  if (isTyped(data)) {
    const [issues = []] = caseChecker(schema).checkAll([data]);
    throwIssues(issues.map(({ path, message }) => ({ path: ["data", ...path], message })));
    return id;
  }
  if (pinned !== null) throwIssues([{ path: ["data"], message: staysTyped }]);
  return null;
}

/** Joins the newest version of a queue's schema as `s`. */
function newestOf(queue: SQL): SQL {
  return sql`left join lateral (
    select v.id, v.schema from case_schemas v where v.family_id = ${queue}.schema_family_id order by v.version desc limit 1) s on true`;
}

const maxIssues = 50;
const maxTold = 5;

function throwIssues(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const told = issues.slice(0, maxTold).map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Refusal("invalid_request", { message: told.join("; "), issues: issues.slice(0, maxIssues) });
}
