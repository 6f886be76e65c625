import type pg from "pg";

/** Fills a queue with cases of every state and priority, two labels each. Returns a value of the label `region`, which one case in eight has. */
export async function seedCases(db: pg.Client, queue: string, count: number): Promise<string> {
  await db.query(
    `insert into cases (id, queue_id, title, data, state, priority, completed_at, postponed_to, created_at, updated_at)
     select gen_random_uuid(), $1, 'INV-' || lpad(i::text, 6, '0') || ' of supplier ' || i % 400,
       jsonb_build_object('supplier', 'Supplier ' || i % 400, 'amount', i % 977, 'hash', '7e3b' || i, 'note', repeat('paid in time ', 20))::text,
       s.state, i % 3, case when s.state in ('completed', 'failed') then now() end, case when s.state = 'postponed' then now() + interval '1 day' end,
       now() - make_interval(secs => i * 30), now() - make_interval(secs => i * 20)
     from generate_series(1, $2::int) i,
       lateral (select case when i % 8 = 0 then 'failed' when i % 11 = 0 then 'postponed' when i % 3 = 0 then 'completed' else 'pending' end as state) s`,
    [queue, count],
  );
  await db.query(
    `insert into queue_labels (id, queue_id, key, value, color_hue)
     select gen_random_uuid(), $1, k.key, k.key || ' ' || v, v * 40 from (values ('region'), ('kind')) k(key), generate_series(0, 7) v`,
    [queue],
  );
  await db.query(
    `insert into case_labels (case_id, label_id)
     select c.id, l.id from (select id, abs(hashtext(title)) as n from cases where queue_id = $1) c
       join queue_labels l on l.queue_id = $1 and l.value = l.key || ' ' || c.n % 8`,
    [queue],
  );
  for (const table of ["cases", "case_texts", "case_labels", "case_counts"]) await db.query(`vacuum analyze ${table}`);
  return "region 1";
}
