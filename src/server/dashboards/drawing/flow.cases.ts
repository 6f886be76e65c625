import { answer, daysOf, lastDays, numbers, query, row, type Sample, sample } from "./samples.cases.ts";

const queues = ["Invoice findings", "Supplier questions", "Bank lines"];
const days = daysOf(30, Date.parse(lastDays.from));

/** "Backlog and flow by queue": the last thirty days, of which today has not ended. */
export function flow(): Sample {
  const random = numbers(11);
  const weekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());
  const arrivedOn = days.map((day) => Math.round((weekend(day) ? 4 : 52) * (0.8 + random() * 0.4)));
  const closedOn = days.map((day) => Math.round((weekend(day) ? 3 : 49) * (0.8 + random() * 0.4)));
  const unfinished = (at: number) => at === days.length - 1;
  const now = query({ name: "now", source: "flow", measures: ["arrived", "closed", "backlog"], former: true });
  const closing = query({ name: "closing", source: "cases", measures: ["time_to_close_p50", "age_p50"], former: true });
  const inOut = query({ name: "in_out", source: "flow", measures: ["arrived", "closed"], by: ["time"], grain: "day" });
  const backlog = query({ name: "backlog", source: "flow", measures: ["backlog"], by: ["time", "queue"], grain: "day" });
  const states = query({ name: "states", source: "runs", measures: ["count"], by: ["time", "status"], grain: "day" });
  const ages = query({ name: "ages", source: "cases", measures: ["open"], by: ["queue"], former: true });
  const times = query({ name: "times", source: "cases", measures: ["time_to_close_p95", "time_to_close_p50"], by: ["time"], grain: "day" });
  const each = query({ name: "each", source: "flow", measures: ["arrived", "closed", "backlog"], by: ["queue"], former: true });
  const tokens = query({ name: "tokens", source: "runs", measures: ["tokens"], by: ["time"], grain: "day" });
  const levels = [34, 12, 5];
  return sample(
    "Backlog and flow by queue",
    [
      [now, answer(now, { span: lastDays, rows: [row({ values: [1118, 1062, 90], former: [1004, 1010, 34] })] })],
      [closing, answer(closing, { span: lastDays, rows: [row({ values: [10_800_000, 93_600_000], former: [11_160_000, 61_200_000] })] })],
      [
        inOut,
        answer(inOut, {
          span: lastDays,
          rows: days.map((day, at) => row({ by: [day], values: [arrivedOn[at] ?? 0, closedOn[at] ?? 0], unfinished: unfinished(at) })),
        }),
      ],
      [
        backlog,
        answer(backlog, {
          span: lastDays,
          rows: days.flatMap((day, at) =>
            queues.map((queue, which) => {
              levels[which] = Math.max(2, Math.round((levels[which] ?? 0) + (random() - 0.4) * 6));
              return row({ by: [day, `q${which}`], names: [day, queue], values: [levels[which] ?? 0], unfinished: unfinished(at) });
            }),
          ),
        }),
      ],
      [
        states,
        answer(states, {
          span: lastDays,
          rows: days.flatMap((day, at) =>
            (["completed", "failed", "interrupted", "waiting"] as const).map((status) => {
              const all = (arrivedOn[at] ?? 0) + 6;
              const share = {
                completed: 0.94,
                failed: random() > 0.75 ? 0.06 : 0.015,
                interrupted: random() > 0.8 ? 0.04 : 0,
                waiting: at > 26 ? 0.04 : 0,
              }[status];
              return row({ by: [day, status], names: [day, status], values: [Math.round(all * share)], unfinished: unfinished(at) });
            }),
          ),
        }),
      ],
      [
        ages,
        answer(ages, {
          span: { from: null, to: null },
          rows: [
            row({ by: ["q0"], names: [queues[0] ?? ""], values: [61], former: [22] }),
            row({ by: ["q1"], names: [queues[1] ?? ""], values: [17], former: [15] }),
            row({ by: ["q3"], names: ["Complaints of suppliers in the south, second attempt"], values: [9], former: [12] }),
            row({ by: ["q2"], names: [queues[2] ?? ""], values: [3], former: [3] }),
          ],
        }),
      ],
      [
        times,
        answer(times, {
          span: lastDays,
          rows: days.map((day, at) =>
            row({
              by: [day],
              values: [
                weekend(day) ? null : (60 + random() * 30 + (at > 23 ? at * 4 : 0)) * 900_000,
                weekend(day) ? null : (9 + random() * 4) * 900_000,
              ],
            }),
          ),
          total: row({ values: [187_200_000, 10_800_000] }),
        }),
      ],
      [
        each,
        answer(each, {
          span: lastDays,
          rows: [
            row({ by: ["q0"], names: [queues[0] ?? ""], values: [842, 803, 61], former: [701, 712, 22] }),
            row({ by: ["q1"], names: [queues[1] ?? ""], values: [203, 197, 17], former: [221, 219, 12] }),
            row({ by: ["q2"], names: [queues[2] ?? ""], values: [73, 62, 12], former: [82, 79, 0] }),
          ],
        }),
      ],
      [
        tokens,
        answer(tokens, {
          span: lastDays,
          rows: days.map((day, at) => row({ by: [day], values: [(arrivedOn[at] ?? 0) * 6_540], unfinished: unfinished(at) })),
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
          { query: "now", measure: "arrived", label: "Arrived" },
          { query: "now", measure: "closed", label: "Closed" },
          { query: "now", measure: "backlog", label: "Open now" },
          { query: "closing", measure: "time_to_close_p50", label: "Time to close, median" },
          { query: "closing", measure: "age_p50", label: "Age, median" },
        ],
      },
      { id: "in_out", type: "columns", title: "In and out", subtitle: "cases a day", width: 8, query: "in_out" },
      { id: "ages", type: "bars", title: "Open by queue", subtitle: "cases", width: 4, query: "ages" },
      { id: "states", type: "columns", title: "Runs by day", subtitle: "New York time", width: 12, query: "states" },
      { id: "backlog", type: "lines", title: "Backlog", subtitle: "open cases at the end of the day", width: 6, query: "backlog" },
      { id: "times", type: "lines", title: "Time to close", subtitle: "working days", width: 6, query: "times" },
      { id: "tokens", type: "columns", title: "Tokens", width: 4, query: "tokens" },
      { id: "each", type: "table", title: "Queues", width: 8, query: "each" },
    ],
    { range: "last_30_days" },
  );
}
