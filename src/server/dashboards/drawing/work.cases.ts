import { answer, daysOf, lastDays, numbers, query, row, type Sample, sample } from "./samples.cases.ts";

const people = ["Team manager", "Reviewer", "Process analyst", "Second reviewer", "審査担当者", "مراجع الحالات", "Ревізор справ"];
const agents = [
  "Findings clerk",
  "Supplier inquiry",
  "Bank import",
  "Invoice checker",
  "Payment run",
  "Reminder writer",
  "Photo reader of delivery notes",
  "Offer reader",
];

/** "Who works with what": people and agents, in four scripts. */
export function work(): Sample {
  const random = numbers(23);
  const grid = query({ name: "grid", source: "runs", measures: ["count"], by: ["agent", "person"] });
  const hours = query({ name: "hours", source: "runs", measures: ["count"], by: ["time", "source"], grain: "day", range: "last_30_days" });
  const each = query({
    name: "each",
    source: "runs",
    measures: ["count", "success_rate", "failed", "duration_p50", "tokens"],
    by: ["agent"],
    former: true,
  });
  const starts = query({ name: "starts", source: "runs", measures: ["count"], by: ["person"], top: 6 });
  const sums = query({ name: "sums", source: "cases", measures: ["field.gross_eur"], by: ["field.supplier"], top: 5 });
  const rates = query({ name: "rates", source: "runs", measures: ["success_rate"], by: ["time", "agent"], grain: "week" });
  const weeks = daysOf(5, Date.parse("2026-10-26T04:00:00.000Z")).map((_, at) =>
    new Date(Date.parse("2026-10-26T04:00:00.000Z") + at * 7 * 86_400_000 + (at > 0 ? 3_600_000 : 0)).toISOString(),
  );
  const days = daysOf(30, Date.parse(lastDays.from));
  const names = ["Case trigger", "Person", "Schedule"];
  return sample(
    "Who works with what",
    [
      [
        grid,
        answer(grid, {
          span: lastDays,
          rows: agents.flatMap((agent, a) =>
            people.flatMap((person, p) => {
              const count = (a + p) % 3 === 0 ? 0 : Math.round(random() ** 3 * 120);
              return count === 0 ? [] : [row({ by: [`a${a}`, `p${p}`], names: [agent, person], values: [count] })];
            }),
          ),
        }),
      ],
      [
        hours,
        answer(hours, {
          span: lastDays,
          rows: days.flatMap((day, at) =>
            names.map((name, which) =>
              row({
                by: [day, `s${which}`],
                names: [day, name],
                values: [Math.round([40, 11, 7][which]! * (0.5 + random()))],
                unfinished: at === 29,
              }),
            ),
          ),
        }),
      ],
      [
        each,
        answer(each, {
          span: lastDays,
          rows: agents.map((agent, at) =>
            row({
              by: [`a${at}`],
              names: [agent],
              values: [
                [1217, 412, 240, 233, 93, 61, 44, 12][at]!,
                [0.965, 0.991, 0.935, 0.9997, 1, 0.98, 0.977, 0.75][at]!,
                [42, 4, 6, 0, 0, 1, 1, 3][at]!,
                [14_000, 93_000, 2_400, 480, 61_000, 8_000, 19_000, 126_000][at]!,
                [8_400_000, 1_904_332, 12_004, 0, 500_112, 90_003, 2_200_871, 88_000][at]!,
              ],
              former: [[1100, 402, 251, 240, 80, 70, 30, 0][at]!, 0.97, [20, 4, 5, 0, 0, 1, 0, 0][at]!, 14_000, 7_000_000],
            }),
          ),
          total: row({ values: [2312, 0.974, 57, 15_000, 13_195_322], former: [2173, 0.981, 30, 14_500, 12_000_000] }),
        }),
      ],
      [
        starts,
        answer(starts, {
          span: lastDays,
          rows: people
            .slice(0, 6)
            .map((person, at) => row({ by: [`p${at}`], names: [person], values: [[412, 233, 120, 61, 44, 12][at]!] })),
          other: row({ by: [null], names: ["Other"], values: [19] }),
        }),
      ],
      [
        sums,
        answer(sums, {
          span: lastDays,
          rows: [
            row({ by: ["w"], names: ["Windfalle Energie eG"], values: [100_318_085_875] }),
            row({ by: ["r"], names: ["Regenschirm Rechenzentrum GmbH"], values: [412_664.75] }),
            row({ by: ["h"], names: ["Hiljainen Pöllö Oy"], values: [88_120.09] }),
            row({ by: ["l"], names: ["Luftikus Messebau GmbH"], values: [64_260] }),
            row({ by: ["s"], names: ["Schneckenpost Kuriere GmbH"], values: [77.56] }),
          ],
          other: row({ by: [null], names: ["Other"], values: [1_204_333.1] }),
        }),
      ],
      [
        rates,
        answer(rates, {
          span: lastDays,
          rows: weeks.flatMap((week, at) =>
            agents.slice(0, 2).map((agent, a) =>
              row({
                by: [week, `a${a}`],
                names: [week, agent],
                values: [0.95 + random() * 0.049 - (a === 0 && at === 4 ? 0.05 : 0)],
                unfinished: at === 4,
              }),
            ),
          ),
        }),
      ],
    ],
    [
      { id: "grid", type: "heat", title: "Runs by agent and person", width: 8, query: "grid" },
      { id: "starts", type: "bars", title: "Started by", subtitle: "runs", width: 4, query: "starts" },
      { id: "hours", type: "columns", title: "Runs by what started them", width: 6, query: "hours" },
      { id: "rates", type: "lines", title: "Success rate by week", width: 6, query: "rates" },
      { id: "each", type: "table", title: "Agents", width: 12, query: "each" },
      { id: "sums", type: "bars", title: "Gross amount by supplier", subtitle: "EUR, sum of all cases", width: 6, query: "sums" },
      {
        id: "note",
        type: "text",
        title: "Note",
        subtitle: "bound to the data",
        width: 6,
        pieces: [
          { words: "The largest supplier is " },
          { query: "sums", field: "field.supplier", row: 0 },
          { words: " with " },
          { query: "sums", field: "field.gross_eur", row: 0 },
          { words: " EUR. A sum like this is usually one wrong invoice: open its cases before you trust the total." },
        ],
      },
    ],
    { range: "last_30_days", scope: "own" },
  );
}
