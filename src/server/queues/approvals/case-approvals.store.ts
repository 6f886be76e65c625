import { type SQL, sql } from "drizzle-orm";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { askedStates } from "#contract/runs/human-requests.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

interface Asked {
  readonly teamId: string;
  readonly userId: string;
  /** Of everybody, and not of this person alone. */
  readonly all: boolean;
  readonly state: (typeof askedStates)[number];
  readonly agent_id?: string | undefined;
  readonly queue_id?: string | undefined;
  readonly decision?: CaseApproval["decision"] | undefined;
}

const former = sql`b.run_id is distinct from c.run_id`;

const mayDecide = (userId: string) => sql`(a.assignee_user_id = ${userId}::uuid or r.user_id is not distinct from ${userId}::uuid)`;

function rowsOf({ teamId, userId, all, state, agent_id, queue_id, decision }: Asked): SQL {
  const which =
    state === "answered"
      ? sql`a.decision is not null`
      : sql`a.decision is null and b.resolved_at is null and b.cancelled_at is null and (${former}) = ${state === "former"}`;
  return sql`from case_approval_batches b join runs r on r.id = b.run_id and r.team_id = ${teamId}
    join case_approvals a on a.batch_id = b.id join cases c on c.id = b.case_id
    join queues q on q.id = c.queue_id and q.deleted_at is null join agents g on g.id = r.agent_id join users u on u.id = a.assignee_user_id
    left join users d on d.id = a.responded_by
    where ${which}${all ? sql`` : sql` and ${mayDecide(userId)}`}${decision ? sql` and a.decision = ${decision}` : sql``}
      ${agent_id ? sql` and r.agent_id = ${agent_id}::uuid` : sql``}${queue_id ? sql` and c.queue_id = ${queue_id}::uuid` : sql``}`;
}

/** The statement that finds what waits for a person's decision. */
export function waitingApprovalRows({ teamId, userId }: Pick<Asked, "teamId" | "userId">): SQL {
  return sql`select a.id ${rowsOf({ teamId, userId, all: false, state: "pending" })}`;
}

/** The rows that a person may decide, or that were decided of them: as the one who was named, or as the one whom the run acts for. */
export async function listApprovals(
  db: Db,
  asked: Asked,
  page: { limit: number; offset: number },
): Promise<{ approvals: CaseApproval[]; total: number }> {
  const found = rowsOf(asked);
  const order = asked.state === "answered" ? sql`a.responded_at desc, a.id desc` : sql`b.created_at, b.id, a.place`;
  const { rows } = await db.execute(sql`
    select a.id, a.prompt, b.title, b.created_at, a.assignee_user_id, u.name as assignee_name, ${mayDecide(asked.userId)} as may_decide, c.id as case_id, c.title as case_title,
      c.queue_id, coalesce(q.revision_name, q.name) as queue_name, b.run_id, ${former} as of_former_run, r.agent_id, g.name as agent_name,
      a.decision, a.responded_at, d.name as responded_by_name
    ${found} order by ${order} limit ${page.limit} offset ${page.offset}`);
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${found}`);
  const approvals = (rows as unknown as CaseApproval[]).map((row) => withInstants(row, "created_at", "responded_at"));
  return { approvals, total: counted[0]?.total ?? 0 };
}

interface Row {
  readonly batch_id: string;
  readonly run_id: string;
  readonly assignee_user_id: string;
  [key: string]: unknown;
}

export async function findRow(db: Db, id: string): Promise<Row | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select a.batch_id, b.run_id, a.assignee_user_id from case_approvals a join case_approval_batches b on b.id = a.batch_id where a.id = ${id}`);
  return rows[0];
}

/** Who decided it, and how, as a person says it; undefined where nobody did. */
export async function findDecision(db: Db, id: string): Promise<{ by: string | null; did: string } | undefined> {
  const { rows } = await db.execute<{ by: string | null; did: string }>(
    sql`select responded_by as by, case decision when 'rejected' then 'declined' else decision end as did from case_approvals where id = ${id} and decision is not null`,
  );
  return rows[0];
}

/** Records a decision once. Undefined when there was one before, or nobody waits for it any more. */
export async function recordDecision(db: Db, id: string, userId: string, decision: string): Promise<{ responded_at: string } | undefined> {
  const { rows } = await db.execute<{ responded_at: string }>(sql`
    update case_approvals a set decision = ${decision}, responded_at = now(), responded_by = ${userId}::uuid
    from case_approval_batches b where a.id = ${id} and a.decision is null and b.id = a.batch_id and b.cancelled_at is null
    returning a.responded_at`);
  return rows[0] && withInstants(rows[0], "responded_at");
}
