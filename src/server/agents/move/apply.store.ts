import { type SQL, inArray, sql } from "drizzle-orm";
import { bringBlob, bucketOf, keepBlob } from "#server/agents/code/code-blobs.store.ts";
import { forget } from "#server/agents/memory/memory.store.ts";
import { removePeer } from "#server/agents/revisions/peers.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, codeBlobs, revisions } from "#server/agents/agents/agents.table.ts";
import { caseTriggers } from "#server/queues/triggers/case-triggers.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { copyTeamFile } from "#server/library/files/files.store.ts";
import { saveSkill } from "#server/library/skills/skill-writes.store.ts";
import { filesOfSkill } from "#server/library/skills/skills.store.ts";
import { moveSchemas } from "#server/queues/schemas/move-schemas.store.ts";
import { removeTriggers } from "#server/agents/deletion/remove-triggers.store.ts";
import { giveSchedules } from "#server/schedules/schedules/schedule-rows.store.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Move, Plan } from "./plan.store.ts";

/**
 * Moves what a plan says but runs, cases and generations, which follow, in the caller's transaction. The caller holds the agents and the queues.
 * Throws too_many and storage_full.
 */
export async function applyMove(
  { db, objects, caller: { userId }, revisionParts }: Pick<PartsContext, "db" | "objects" | "caller" | "revisionParts">,
  move: Move,
  plan: Plan,
): Promise<void> {
  for (const file of plan.files) await copyTeamFile(db, objects, file, move.targetId, userId);
  const skillIds = new Map([...plan.sameSkills, ...(await copySkills(db, objects, move, plan, userId))]);
  await copyBlobs(db, objects, move, userId);
  await rewriteConfigs(db, move, skillIds);
  for (const part of revisionParts) await part.cutTies?.(db, move);
  // Whoever set a trigger up may have no place in the other team; whoever moves it has.
  await db
    .update(caseTriggers)
    .set({ user_id: userId, updated_at: sql`now()` })
    .where(inArray(caseTriggers.agent_id, [...move.agentIds]));
  await giveSchedules(db, move.agentIds, userId);
  // They wait for what happens in the team that it leaves.
  await removeTriggers(db, sql`t.agent_id = ${anyOf(move.agentIds)}`, userId, "agent_moved");
  await moveSchemas(db, [...move.queueIds], move.targetId);
  await db
    .update(queues)
    .set({ team_id: move.targetId, folder_id: null, updated_at: sql`now()` })
    .where(inArray(queues.id, [...move.queueIds]));
  await db
    .update(agents)
    .set({ team_id: move.targetId, folder_id: null, updated_by: userId, updated_at: sql`now()` })
    .where(inArray(agents.id, [...move.agentIds]));
  for (const id of move.agentIds) {
    if (!move.withMemory) await forget(db, id);
    // What stayed behind may have named it in a revision that is history.
    await removePeer(db, move.sourceId, id, userId);
  }
}

/** The ids of the copies by those of the originals. */
async function copySkills(
  db: Db,
  objects: ObjectStore,
  { targetId }: Move,
  { skills }: Plan,
  userId: string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id, name, description } of skills) {
    const files = new Map<string, Buffer>();
    for (const file of await filesOfSkill(db, objects, { id })) files.set(file.path, Buffer.from(await file.bytes()));
    const { skill } = await saveSkill(db, objects, { teamId: targetId, userId, name, description, files, replaces: true });
    ids.set(id, skill.id);
  }
  return ids;
}

/** Which blobs the agents' revisions name. */
export function blobsToCopy({ agentIds, sourceId }: Move): SQL {
  const named = sql`(select f ->> 'sha256' from ${revisions} r,
    jsonb_array_elements(coalesce(r.config -> 'data' -> 'source' -> 'bundle' -> 'files', '[]')) f where r.agent_id = ${anyOf(agentIds)})`;
  return sql`${codeBlobs.team_id} = ${sourceId} and ${codeBlobs.sha256} in ${named}`;
}

/** The files of programs, which lie by team. */
async function copyBlobs(db: Db, objects: ObjectStore, move: Move, userId: string): Promise<void> {
  const { targetId } = move;
  const { sha256: digest, object_key: key } = codeBlobs;
  const blobs = await db.select({ digest, key }).from(codeBlobs).where(blobsToCopy(move)).orderBy(codeBlobs.sha256);
  for (const blob of blobs)
    await keepBlob(db, { teamId: targetId, userId }, await bringBlob(objects, targetId, blob.digest, await objects.bytes(blob.key)));
}

/** Bundles name the team's bucket, and steps name skills by id. */
async function rewriteConfigs(db: Db, { agentIds, targetId }: Move, skillIds: ReadonlyMap<string, string>): Promise<void> {
  const own = sql`agent_id = ${anyOf(agentIds)}`;
  await db.execute(sql`
    update ${revisions} set config = jsonb_set(config, '{data,source,bundle,bucket}', to_jsonb(${bucketOf(targetId)}::text))
    where ${own} and config -> 'data' -> 'source' -> 'bundle' is not null`);
  if (skillIds.size === 0) return;
  const ids = sql`${JSON.stringify(Object.fromEntries(skillIds))}::jsonb`;
  await db.execute(sql`
    update ${revisions} r set config = jsonb_set(config, '{data,skills}',
      (select jsonb_agg(coalesce(${ids} -> e.id, to_jsonb(e.id)) order by e.n) from jsonb_array_elements_text(r.config -> 'data' -> 'skills') with ordinality e (id, n)))
    where ${own} and jsonb_typeof(config -> 'data' -> 'skills') = 'array' and jsonb_array_length(config -> 'data' -> 'skills') > 0`);
}
