import { answer, daysOf, query, row, type Sample, sample } from "./samples.cases.ts";

const rules = ["wrong_sum", "same_number", "unknown_supplier", "same_amount", "above_limit", "no_date"];
const ruleNames = ["Wrong sum", "Same number", "Unknown supplier", "Same amount", "Above limit", "No date"];
const former = [9, 6, 7, 4, 3, 4];
const failed: Readonly<Record<string, readonly (readonly [day: number, count: number])[]>> = {
  wrong_sum: [
    [12, 3],
    [13, 8],
    [14, 7],
    [15, 6],
    [18, 2],
    [21, 1],
  ],
  same_number: [
    [0, 1],
    [4, 1],
    [7, 1],
    [11, 1],
    [12, 1],
    [19, 1],
    [25, 1],
    [26, 1],
    [29, 1],
  ],
  unknown_supplier: [
    [4, 1],
    [5, 1],
    [6, 1],
    [7, 1],
    [11, 1],
    [13, 1],
    [21, 1],
    [22, 1],
  ],
  same_amount: [
    [13, 1],
    [19, 1],
    [29, 1],
  ],
  above_limit: [
    [5, 1],
    [21, 1],
  ],
  no_date: [
    [0, 1],
    [7, 1],
    [8, 1],
    [21, 1],
  ],
};
const days = daysOf(31);

/** "What broke last month and why": one rule on five days. */
export function broke(): Sample {
  const runs = query({ name: "runs", source: "runs", measures: ["failed", "success_rate"], former: true });
  const cases = query({ name: "cases", source: "cases", measures: ["failed", "time_to_close_p95"], former: true });
  const byRule = query({ name: "by_rule", source: "cases", measures: ["failed"], by: ["time", "label"], grain: "day", former: true });
  const worst = query({ name: "worst", source: "cases", measures: ["failed"], by: ["label"], top: 1, former: true });
  const suppliers = query({ name: "suppliers", source: "cases", measures: ["pass_rate"], by: ["field.supplier"] });
  const provider = query({ name: "provider", source: "runs", measures: ["failed"], by: ["failure"] });
  const highest = query({ name: "highest", source: "flow", measures: ["backlog"], by: ["queue"] });
  const backlog = query({ name: "backlog", source: "flow", measures: ["backlog"], by: ["time"], grain: "day" });
  const causes = query({
    name: "causes",
    source: "runs",
    measures: ["failed", "count", "success_rate"],
    by: ["failure", "agent"],
    top: 10,
    former: true,
  });
  const open = [22, 25, 25, 25, 26, 23, 20, 23, 25, 25, 25, 28, 42, 50, 63, 71, 71, 71, 72, 67, 67, 67, 60, 60, 60, 56, 49, 42, 40, 34, 34];
  const rows = days.flatMap((day, at) =>
    rules.flatMap((rule, which) => {
      const count = failed[rule]?.find(([when]) => when === at)?.[1] ?? 0;
      const before = at < (former[which] ?? 0) ? 1 : 0;
      return [row({ by: [day, rule], names: [day, ruleNames[which] ?? ""], values: [count], former: [before] })];
    }),
  );
  const cause = (name: string, agent: string, values: readonly number[], before: readonly number[]) =>
    row({ by: [name, agent], names: [name, agent], values, former: before });
  return sample(
    "What broke last month and why",
    [
      [runs, answer(runs, { rows: [row({ values: [47, 0.958], former: [25, 0.979] })] })],
      [cases, answer(cases, { rows: [row({ values: [53, 273_600_000], former: [33, 111_600_000] })] })],
      [byRule, answer(byRule, { rows })],
      [worst, answer(worst, { rows: [row({ by: ["wrong_sum"], names: ["Wrong sum"], values: [27], former: [9] })] })],
      [suppliers, answer(suppliers, { rows: [row({ by: ["regenschirm"], names: ["Regenschirm Rechenzentrum GmbH"], values: [0.29] })] })],
      [provider, answer(provider, { rows: [row({ by: ["provider"], names: ["Provider unavailable"], values: [22] })] })],
      [highest, answer(highest, { rows: [row({ by: ["findings"], names: ["Invoice findings"], values: [72] })] })],
      [backlog, answer(backlog, { rows: days.map((day, at) => row({ by: [day], values: [open[at] ?? 0] })) })],
      [
        causes,
        answer(causes, {
          rows: [
            cause("Provider unavailable", "Findings clerk", [22, 812, 0.973], [3, 790, 0.99]),
            cause("Program failed", "Findings clerk", [11, 812, 0.973], [9, 790, 0.99]),
            cause("Program failed", "Bank import", [6, 93, 0.935], [4, 90, 0.955]),
            cause("Program ran out of time", "Invoice checker", [5, 240, 0.979], [6, 233, 0.974]),
            cause("Conversation too long", "Supplier inquiry", [3, 118, 0.974], [3, 121, 0.975]),
          ],
          total: row({ values: [47, 1263, 0.958], former: [25, 1234, 0.979] }),
        }),
      ],
    ],
    [
      {
        id: "figures",
        type: "stats",
        title: "Figures",
        width: 12,
        figures: [
          { query: "runs", measure: "failed", label: "Failed runs" },
          { query: "runs", measure: "success_rate", label: "Success rate" },
          { query: "cases", measure: "failed", label: "Failed cases" },
          { query: "cases", measure: "time_to_close_p95", label: "Time to close, p95" },
        ],
      },
      {
        id: "why",
        type: "text",
        title: "Why",
        width: 12,
        pieces: [
          { words: "One rule caused most of it: " },
          { query: "worst", field: "label", row: 0 },
          { words: " had " },
          { query: "worst", field: "failed", row: 0 },
          { words: " of " },
          { query: "cases", field: "failed", row: 0 },
          { words: " failed cases. Of the invoices of " },
          { query: "suppliers", field: "field.supplier", row: 0 },
          { words: ", " },
          { query: "suppliers", field: "pass_rate", row: 0 },
          { words: " passed. On the same days the model's provider was unavailable and " },
          { query: "provider", field: "failed", row: 0 },
          { words: " runs failed, so the backlog rose to " },
          { query: "highest", field: "backlog", row: 0 },
          { words: " cases." },
        ],
      },
      {
        id: "by_rule",
        type: "columns",
        title: "Failed cases by rule",
        subtitle: "per day, same scale; change from September",
        width: 12,
        query: "by_rule",
        split: true,
      },
      {
        id: "backlog",
        type: "lines",
        title: "Backlog",
        subtitle: "open cases at the end of the day",
        width: 12,
        query: "backlog",
        area: true,
      },
      { id: "causes", type: "table", title: "Failed runs by cause", subtitle: "change from September", width: 12, query: "causes" },
    ],
  );
}
