import type { FigureParts } from "#server/platform/db/figure-parts.ts";

/** Longer ones would be a sum that no number can show. */
const plainNumber = "^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][-+]?[0-9]{1,2})?$";

/** What can be counted of the rows that connections answered. They are the page's: whoever sees it sees them. */
export const readFigures: FigureParts = {
  scopeOf: ({ teamId, recordId = null }) => ({ teamId, userId: null, recordId }),
  rows: ({ recordId }, p) => ({
    from: "artifact_reads d cross join lateral jsonb_array_elements(d.rows) as e(row)",
    where: [`d.artifact_id = ${p.add(recordId)}::uuid`],
  }),
  joins: {},
  time: "d.read_at",
  dimensions: { read: { sql: "d.name", type: "text" } },
  measures: { count: { kind: "count" } },
  field(path) {
    const text = `e.row #>> ${path}::text[]`;
    return {
      text: `left(${text}, 200)`,
      number: `(select case when f.v ~ '${plainNumber}' then f.v::numeric end from (select ${text} as v offset 0) f)`,
    };
  },
};
