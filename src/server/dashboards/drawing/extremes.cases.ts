import type { AnswerRow } from "#contract/dashboards/answers.ts";
import type { Block } from "#contract/dashboards/page.ts";
import { broke } from "./broke.cases.ts";
import { flow } from "./flow.cases.ts";
import { answer, lastDays, numbers, query, row, type Sample, sample } from "./samples.cases.ts";
import { work } from "./work.cases.ts";

/** The same page with other rows. */
function changed({ page, answers }: Sample, title: string, rows: (given: readonly AnswerRow[]) => AnswerRow[]): Sample {
  const keep = answers.answers.map((each) => {
    const kept = each.by.length === 0 && rows([...each.rows]).length > 0 ? each.rows : rows(each.rows);
    const nothing = each.measures.map((_, at) =>
      each.total.values[at] === null || ["success_rate", "pass_rate"].includes(each.measures[at] ?? "") ? null : 0,
    );
    const total = kept.length > 0 ? each.total : row({ values: nothing, former: each.total.former ? nothing : null });
    return { ...each, rows: kept, other: kept.length > 1 ? each.other : null, total };
  });
  return { page: { ...page, title }, answers: { ...answers, answers: keep } };
}

const scripts = [
  "Ökonomische Sonderprüfung",
  "Кредиторская задолженность",
  "مدفوعات الموردين المتأخرة",
  "支払い期限を過ぎた請求書",
  "ใบแจ้งหนี้",
  "חשבוניות שלא שולמו",
];
const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and Sons of the North";

/** 5,000 rows in each kind of block. */
function many(): Sample {
  const random = numbers(5);
  const hours = Array.from({ length: 5_000 }, (_, at) => new Date(Date.parse("2026-04-01T04:00:00.000Z") + at * 3_600_000).toISOString());
  const span = { from: hours[0] ?? "", to: "2026-10-26T12:00:00.000Z" };
  const byHour = query({ name: "by_hour", source: "runs", measures: ["count", "failed"], by: ["time"], grain: "hour" });
  const byAgent = query({ name: "by_agent", source: "runs", measures: ["count", "success_rate", "duration_p95"], by: ["agent"] });
  const pairs = query({ name: "pairs", source: "runs", measures: ["count"], by: ["agent", "person"] });
  const hourly = hours.map((hour, at) => {
    const count = Math.round(40 * (1 + Math.sin(at / 24)) * random());
    return row({ by: [hour], values: [count, Math.round(count * 0.04 * random())], unfinished: at === 4_999 });
  });
  const agents = Array.from({ length: 5_000 }, (_, at) =>
    row({ by: [`a${at}`], names: [`${scripts[at % 6] ?? ""} ${at}`], values: [5_000 - at, 1 - at / 60_000, at * 977] }),
  );
  const grid = Array.from({ length: 5_000 }, (_, at) =>
    row({
      by: [`a${at % 100}`, `p${Math.floor(at / 100)}`],
      names: [`Agent ${at % 100}`, `Person ${Math.floor(at / 100)}`],
      values: [Math.round(random() * 400)],
    }),
  );
  const block = (id: string, type: "columns" | "lines" | "bars" | "heat" | "table", asked: string, width: 6 | 12): Block => ({
    id,
    type,
    title: `Five thousand: ${type}`,
    width,
    query: asked,
  });
  return sample(
    "Five thousand rows in every block",
    [
      [byHour, answer(byHour, { rows: hourly, span })],
      [byAgent, answer(byAgent, { rows: agents, span, left_out: 12_345 })],
      [pairs, answer(pairs, { rows: grid, span })],
    ],
    [
      block("columns", "columns", "by_hour", 12),
      block("lines", "lines", "by_hour", 12),
      block("bars", "bars", "by_agent", 6),
      block("groups", "columns", "by_agent", 6),
      block("heat", "heat", "pairs", 12),
      block("table", "table", "by_agent", 12),
    ],
  );
}

/** Names of all scripts and lengths, in narrow blocks; numbers of all sizes; a sum below zero. */
function names(): Sample {
  const given = [long, ...scripts, '<b>not bold</b> & "quoted"', ""];
  const byQueue = query({
    name: "by_queue",
    source: "cases",
    measures: ["count", "failed", "pass_rate", "time_to_close_p50"],
    by: ["queue", "label"],
    former: true,
  });
  const four = query({ name: "four", source: "cases", measures: ["count"], by: ["queue"] });
  const sums = query({ name: "sums", source: "cases", measures: ["field.balance"], by: ["time"], grain: "month" });
  const all = query({ name: "all", source: "runs", measures: ["tokens", "duration_p95", "count", "success_rate", "failed"] });
  const months = [
    "2026-07-01T04:00:00.000Z",
    "2026-08-01T04:00:00.000Z",
    "2026-09-01T04:00:00.000Z",
    "2026-10-01T04:00:00.000Z",
    "2026-11-01T04:00:00.000Z",
  ];
  const rows = given.map((name, at) =>
    row({
      by: [`q${at}`, name],
      names: [name, given[(at + 3) % given.length] ?? ""],
      values: [
        [318_085_875, 9_000, 120, 12, 7, 3, 2, 1, 0][at] ?? 0,
        at,
        [0.9997, 0.0002, 1, 0, 0.5, null, 0.33, 0.9, 0.1][at] ?? null,
        [40, 999, 61_000, 86_399_999, 273_600_000, 864_000_000_000, 0, null, 1][at] ?? null,
      ],
      former: [1, 1, 0.9, 1000],
    }),
  );
  return sample(
    `${long.slice(0, 80)}: مدفوعات, 支払い`,
    [
      [byQueue, answer(byQueue, { rows, span: lastDays })],
      [
        four,
        answer(four, {
          rows: given.slice(0, 5).map((name, at) => row({ by: [`q${at}`], names: [name], values: [5 - at] })),
          span: lastDays,
        }),
      ],
      [
        sums,
        answer(sums, {
          rows: months.map((month, at) =>
            row({ by: [month], values: [[-1204.5, 800, -300.25, 2_000, 1_100][at] ?? 0], unfinished: at === 4 }),
          ),
          span: lastDays,
        }),
      ],
      [
        all,
        answer(all, {
          rows: [row({ values: [318_085_875_112, 864_000_000, 1e15, 0.9997, null], former: [1e11, 1000, 1e15, 0.5, 3] })],
          span: lastDays,
        }),
      ],
    ],
    [
      {
        id: "figures",
        type: "stats",
        title: long,
        subtitle: long,
        width: 12,
        figures: ["tokens", "duration_p95", "count", "success_rate", "failed"].map((measure) => ({
          query: "all",
          measure,
          label: scripts[measure.length % 6] ?? "",
        })),
      },
      {
        id: "small",
        type: "stats",
        title: "Narrow",
        width: 3,
        figures: [
          { query: "all", measure: "count", label: long.slice(0, 60) },
          { query: "all", measure: "tokens", label: "Tokens" },
        ],
      },
      { id: "narrow", type: "bars", title: long, width: 3, query: "by_queue" },
      { id: "groups", type: "columns", title: "Columns by group", width: 6, query: "four" },
      { id: "table", type: "table", title: "جدول", width: 12, query: "by_queue" },
      { id: "below", type: "columns", title: "Below zero", width: 6, query: "sums" },
      { id: "line", type: "lines", title: "Line below zero", width: 6, query: "sums", area: true },
      { id: "unanswered", type: "lines", title: "Without an answer", width: 12, query: "nowhere" },
    ],
  );
}

export function extremes(): Record<"empty" | "emptyWork" | "one" | "oneWork" | "many" | "names", Sample> {
  const single = (rows: readonly AnswerRow[]) => rows.slice(0, 1);
  return {
    empty: changed(flow(), "Nothing yet: backlog and flow by queue", () => []),
    emptyWork: changed(broke(), "Nothing broke", () => []),
    one: changed(flow(), "One row: backlog and flow by queue", single),
    oneWork: changed(work(), "One row: who works with what", single),
    many: many(),
    names: names(),
  };
}
