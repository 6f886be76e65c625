import { asc, count, eq, inArray, sql } from "drizzle-orm";
import type { AgentMove } from "#contract/agents/agent-move.ts";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agentFolders, agents, revisions } from "#server/agents/agents/agents.table.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { memoryFiles } from "#server/agents/memory/memory.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import type { LeftBehind, RevisionPart } from "#server/engine/revision-part.ts";
import { runs } from "#server/engine/runs.table.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { pathClash } from "#server/library/files/file-paths.store.ts";
import { type FileRecord, findTeamFiles } from "#server/library/files/files.store.ts";
import type { SkillSummary } from "#server/engine/tools/skill-summary.ts";
import { eventTriggers } from "#server/schedules/triggers/triggers.table.ts";
import { findSkillByName, findSkills, storedFiles } from "#server/library/skills/skills.store.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Closure } from "./closure.store.ts";

/** Two teams, and what goes from one to the other. */
export interface Move extends Closure {
  readonly agentId: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly withMemory: boolean;
}

/** What a move comes to, before anything is moved. */
export interface Plan {
  readonly reply: Omit<AgentMove, "applied">;
  readonly files: readonly FileRecord[];
  readonly skills: readonly SkillSummary[];
  /** Skills of the other team that stand for ones of this team, by the id of the latter. */
  readonly sameSkills: ReadonlyMap<string, string>;
}

export async function planMove(db: Db, parts: readonly RevisionPart[], move: Move): Promise<Plan> {
  const moved = await movedAgents(db, move);
  const taken = await movedQueues(db, move);
  const named = await namedInRevisions(db, move);
  const { skills, same } = await splitSkills(db, move, named.skills);
  const { files, conflicts } = await splitFiles(db, move, named.files);
  return {
    files,
    skills,
    sameSkills: same,
    reply: {
      source_team_id: move.sourceId,
      target_team_id: move.targetId,
      root_agent_id: move.agentId,
      agents: moved.map(({ id, name }) => ({ id, name })),
      queues: taken,
      total_case_items: taken.reduce((sum, queue) => sum + queue.item_count, 0),
      total_runs: await countOf(db, runs, move),
      skills_to_clone: skills.map(({ id, name }) => ({ id, name })),
      files_to_copy: files.map(({ path }) => ({ path })),
      warnings: {
        // This service has no connections yet: nothing is matched with what the other team has.
        outcome: {
          instances_reconnected: [],
          instances_disconnected: await leftBehind(db, parts, move),
          custom_integrations_to_rebuild: [],
          catalog_rows_created_on_target: 0,
        },
        dropped_folders: await leftFolders(db, move),
        dropped_event_triggers_count: await countOf(db, eventTriggers, move),
        dropped_memory_count: move.withMemory ? 0 : await countOf(db, memoryFiles, move),
        files_copied_count: files.length,
        files_skipped_conflict: conflicts,
      },
      options: { move_learnings: move.withMemory },
    },
  };
}

async function movedAgents(db: Db, { agentId, agentIds }: Move) {
  return db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(inArray(agents.id, [...agentIds]))
    .orderBy(sql`${agents.id} <> ${agentId}`, alphabetical(agents.name), asc(agents.id));
}

/** Throws name_taken where the other team has a queue of the same name. */
async function movedQueues(db: Db, { queueIds, targetId }: Move): Promise<AgentMove["queues"]> {
  const { rows } = await db.execute<{ id: string; name: string; item_count: number; clashes: boolean }>(sql`
    select q.id, q.name, (select count(*)::int from ${cases} c where c.queue_id = q.id) as item_count, exists (select from ${queues} o
      where o.team_id = ${targetId} and o.name = q.name and o.deleted_at is null and o.automation_id is null) as clashes
    from ${queues} q where q.id = ${anyOf(queueIds)} order by q.name collate "und-x-icu", q.id`);
  const clash = rows.find((row) => row.clashes);
  if (clash) throw refuse("name_taken", `The other team already has a queue named “${clash.name}”. Rename one of them first.`);
  return rows.map(({ clashes: _, ...queue }) => queue);
}

async function countOf(db: Db, table: typeof runs | typeof memoryFiles | typeof eventTriggers, { agentIds }: Move): Promise<number> {
  const [counted] = await db
    .select({ n: count() })
    .from(table)
    .where(inArray(table.agent_id, [...agentIds]));
  return counted?.n ?? 0;
}

async function leftFolders(db: Db, { agentIds }: Move): Promise<{ id: string; name: string }[]> {
  return db
    .selectDistinct({ id: agentFolders.id, name: agentFolders.name })
    .from(agentFolders)
    .innerJoin(agents, eq(agents.folder_id, agentFolders.id))
    .where(inArray(agents.id, [...agentIds]));
}

async function leftBehind(db: Db, parts: readonly RevisionPart[], move: Move): Promise<LeftBehind> {
  const left: LeftBehind = [];
  for (const part of parts) left.push(...((await part.leftBehind?.(db, move)) ?? []));
  const keyOf = (one: LeftBehind[number]) => [one.agent_name, one.agent_id, one.integration_type, one.instance_name].join("\n");
  return left.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The paths and skill ids that any revision names. */
async function namedInRevisions(db: Db, { agentIds }: Move): Promise<{ files: string[]; skills: string[] }> {
  const named = (key: "files" | "skills") => sql`array(select distinct n from ${revisions} r,
    jsonb_array_elements_text(case jsonb_typeof(r.config -> 'data' -> ${key}) when 'array' then r.config -> 'data' -> ${key} else '[]' end) n
    where r.agent_id = ${anyOf(agentIds)} order by n)`;
  const { rows } = await db.execute<{ files: string[]; skills: string[] }>(
    sql`select ${named("files")} as files, ${named("skills")} as skills`,
  );
  return rows[0] ?? { files: [], skills: [] };
}

async function splitFiles(
  db: Db,
  { sourceId, targetId }: Move,
  paths: readonly string[],
): Promise<{ files: FileRecord[]; conflicts: string[] }> {
  const files: FileRecord[] = [];
  const taken = new Set((await findTeamFiles(db, targetId, paths)).map(({ path }) => path));
  const conflicts: string[] = [];
  for (const file of (await findTeamFiles(db, sourceId, paths)).toSorted((a, b) => a.path.localeCompare(b.path))) {
    if (taken.has(file.path) || (await pathClash(db, targetId, file.path)) !== undefined) conflicts.push(file.path);
    else files.push(file);
  }
  return { files, conflicts };
}

/** The skills that have to be copied, and those that the other team has to the byte. Throws name_taken for another one of that name. */
async function splitSkills(
  db: Db,
  { sourceId, targetId }: Move,
  ids: readonly string[],
): Promise<{ skills: SkillSummary[]; same: Map<string, string> }> {
  const skills: SkillSummary[] = [];
  const same = new Map<string, string>();
  for (const skill of await findSkills(db, sourceId, ids)) {
    if (skill.team_id === null) continue;
    const theirs = await findSkillByName(db, targetId, skill.name);
    if (!theirs) skills.push(skill);
    else if ((await contentOf(db, theirs.id)) === (await contentOf(db, skill.id))) same.set(skill.id, theirs.id);
    else throw refuse("name_taken", `The other team has a different skill named ${skill.name}. Rename one of them first.`);
  }
  return { skills, same };
}

async function contentOf(db: Db, skillId: string): Promise<string> {
  return JSON.stringify((await storedFiles(db, skillId)).map(({ path, sha256 }) => [path, sha256]));
}
