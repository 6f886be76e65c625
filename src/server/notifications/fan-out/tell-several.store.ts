import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { Cause, Several } from "./cause.ts";
import { inKnownWords, inWords, lastInWords } from "./reason-words.ts";
import { talliesOf } from "./tally.store.ts";

/** A notification of one of some causes. */
interface Told {
  readonly n: number;
  readonly id: string;
}

/** Says in notifications of several cases or runs how many these are and why, instead of which was the last. */
export async function tellSeveral(tx: Db, causes: readonly Cause[], told: readonly Told[]): Promise<void> {
  const severals = told.flatMap(({ n, id }) => {
    const several = causes[n]?.several;
    return several ? [{ id, several }] : [];
  });
  const rows: object[] = [];
  for (const [of, some] of Map.groupBy(severals, ({ several }) => several.of)) rows.push(...(await rowsOf(tx, of, some)));
  if (rows.length === 0) return;
  await tx.execute(sql`
    update notifications n set subjects = w.subjects, list = w.list, known_reasons = w.known_reasons,
      title = case when w.subjects > 1 then w.title else n.title end, body = case when w.subjects > 1 then w.body else n.body end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(id uuid, subjects int, list text, known_reasons text, title text, body text) where n.id = w.id`);
}

async function rowsOf(tx: Db, of: Several["of"], some: readonly { readonly id: string; readonly several: Several }[]): Promise<object[]> {
  const ids = some.map(({ id }) => id);
  const tallies = await talliesOf(tx, of, ids);
  const happened = of === "failed_runs" ? await occurrencesOf(tx, ids) : undefined;
  return some.flatMap(({ id, several }) => {
    const tally = tallies.get(id);
    if (!tally) return [];
    const subjects = happened?.get(id) ?? tally.subjects;
    const reasons = happened ? tally.reasons.map((reason) => ({ ...reason, count: subjects })) : tally.reasons;
    return [
      {
        id,
        subjects: Math.max(1, subjects),
        list: several.list,
        known_reasons: of.startsWith("evaluated") ? inWords(reasons) : inKnownWords(reasons),
        title: several.title(subjects.toLocaleString("en")),
        body: happened ? lastInWords(reasons, subjects) : inWords(reasons),
      },
    ];
  });
}

async function occurrencesOf(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<{ id: string; occurrences: number }>(
    sql`select id, occurrences from notifications where id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, occurrences }) => [id, occurrences]));
}
