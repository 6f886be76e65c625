import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { codeBlobs } from "#server/agents/agents/agents.table.ts";
import { caseAttachments } from "#server/queues/attachments/case-attachments.table.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { skills } from "#server/library/library.table.ts";
import { sandboxes } from "#server/runs/sandboxes/sandboxes.table.ts";
import { requireRoomForSkills } from "#server/library/skills/skill-writes.store.ts";
import { requireRoom } from "#server/library/room/room.ts";
import { blobsToCopy } from "./apply.store.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import { sandboxesOf } from "./follow.store.ts";
import type { Move, Plan } from "./plan.store.ts";

/** Throws too_many and storage_full where the move would store more than a limit allows, so that a preview says so too. */
export async function requireRoomFor(db: Db, move: Move, plan: Plan, userId: string): Promise<void> {
  await requireRoomForSkills(db, move.targetId, plan.skills.length);
  const skillIds = plan.skills.map(({ id }) => id);
  const { rows } = await db.execute<{ copied: number; moved: number }>(sql`
    select ((select coalesce(sum(${skills.bytes}), 0) from ${skills} where ${inArray(skills.id, skillIds)})
        + (select coalesce(sum(${codeBlobs.size_bytes}), 0) from ${codeBlobs} where ${blobsToCopy(move)}
            and not exists (select from ${codeBlobs} o where o.team_id = ${move.targetId} and o.sha256 = ${codeBlobs.sha256})))::float8 as copied,
      ((select coalesce(sum(s.bytes), 0) from ${sandboxes} s where s.id in (${sandboxesOf(move.agentIds, sql`r.agent_id = ${anyOf(move.agentIds)}`)}))
        + (select coalesce(sum(stored_bytes(to_jsonb(a), '{size_bytes}')), 0) from ${caseAttachments} a
            where a.case_id in (select id from ${cases} where queue_id = ${anyOf(move.queueIds)})))::float8 as moved`);
  const files = plan.files.reduce((sum, file) => sum + file.size_bytes, 0);
  const { copied, moved } = rows[0] ?? { copied: 0, moved: 0 };
  // What is moved stays in the organization, and with whom it counts against.
  await requireRoom(db, { person: userId, team: move.targetId }, { copied: files + copied, moved });
}
