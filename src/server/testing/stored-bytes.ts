import type pg from "pg";

/** Tables that name bytes of the object store: who put them there, and how many they are. */
const stored = `
  select team_id, written_by as user_id, size_bytes as bytes from files
  union all select f.team_id, f.written_by, v.size_bytes from file_versions v join files f on f.id = v.file_id
  union all select team_id, user_id, received from file_uploads where not completed
  union all select s.team_id, s.user_id, f.size_bytes from sandbox_files f join sandboxes s on s.id = f.sandbox_id
  union all select q.team_id, a.created_by, a.size_bytes from case_attachments a join cases c on c.id = a.case_id join queues q on q.id = c.queue_id
    where a.deleted_at is null and a.status <> 'failed'
  union all select s.team_id, s.updated_by, f.size_bytes from skill_files f join skills s on s.id = f.skill_id
  union all select p.team_id, c.user_id, c.size_bytes from clarity_captures c join clarity_processes p on p.id = c.process_id
    where c.object_key is not null and c.status <> 'failed'
  union all select team_id, created_by, size_bytes from code_blobs`;

/** The persons, teams and organizations whose stored bytes are not the number that is kept for them. */
export async function miscountedBytes(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select * from (select s.scope, sum(b.bytes) as n from (${stored}) b join teams t on t.id = b.team_id
        cross join lateral (values ('person:' || b.user_id), ('team:' || t.id), ('organization:' || t.organization_id)) s (scope)
        where s.scope is not null group by 1 having sum(b.bytes) <> 0) found
    full join (select scope, sum(n) as n from storage_counts group by 1 having sum(n) <> 0) kept using (scope)
    where found.n is distinct from kept.n`);
  return rows;
}
