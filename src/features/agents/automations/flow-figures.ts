import { answerIn, countOf, figuresRead } from "#api/figures.ts";
import type { AnswerRow, PageAnswers } from "#contract/dashboards/answers.ts";
import type { Flow } from "#contract/agents/automation-flow.ts";
import type { NodeFigure } from "#features/agents/flow/node-figure.tsx";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { ownZone } from "#ui/own-zone.ts";

/** As many ids as a filter takes, and as many filters of each kind as one request has room for. */
const idsOfFilter = 20;
const filtersOfKind = 4;
const kinds = ["open", "working", "failed"] as const;

/** What is open in each queue, what each agent works on, and what failed of it within a week. Of so many agents and queues as one request takes. */
export function flowFiguresRead(teamId: string, { agents, queues }: Pick<Flow, "agents" | "queues">) {
  const under = { by: "status", kind: "is" as const, values: ["pending", "starting", "running", "waiting"] };
  const state = { by: "state", kind: "is" as const, values: ["pending", "in_progress", "needs_input", "postponed"] };
  const everyTime = "all_time" as const;
  const ofQueues = { source: "cases" as const, measures: ["open"], by: ["queue"], range: everyTime, top: idsOfFilter };
  const ofAgents = { source: "runs" as const, by: ["agent"], top: idsOfFilter };
  return figuresRead(teamId, {
    zone: ownZone(),
    range: "last_7_days",
    queries: [
      ...inParts(queues).map((values, at) => ({
        ...ofQueues,
        name: `open_${at}`,
        filters: [{ by: "queue", kind: "is" as const, values }, state],
      })),
      ...inParts(agents).flatMap((values, at) => {
        const which = { by: "agent", kind: "is" as const, values };
        return [
          { ...ofAgents, name: `working_${at}`, measures: ["count"], filters: [which, under], range: everyTime },
          { ...ofAgents, name: `failed_${at}`, measures: ["failed"], filters: [which] },
        ];
      }),
    ],
  });
}

function inParts(nodes: readonly { readonly id: string }[]): string[][] {
  const parts = Math.min(filtersOfKind, Math.ceil(nodes.length / idsOfFilter));
  return Array.from({ length: parts }, (_, at) => nodes.slice(at * idsOfFilter, (at + 1) * idsOfFilter).map(({ id }) => id));
}

/** The numbers above 0 of each node, by its id. */
export function figuresByNode(teamId: string, page: Pick<PageAnswers, "answers">): ReadonlyMap<string, readonly NodeFigure[]> {
  const found = kinds.flatMap((kind) =>
    Array.from({ length: filtersOfKind }, (_, at) => answerIn(page, `${kind}_${at}`)).flatMap((answer) =>
      (answer?.rows ?? []).filter((row) => countOf(row) > 0).map((row) => ({ id: row.by[0] ?? "", figure: figureOf(teamId, kind, row) })),
    ),
  );
  return new Map([...Map.groupBy(found, ({ id }) => id)].map(([id, own]) => [id, own.map(({ figure }) => figure)]));
}

function figureOf(teamId: string, kind: NodeFigure["kind"], row: AnswerRow): NodeFigure {
  const [link] = row.links;
  return { kind, count: countOf(row), href: link ? listAddress(teamId, link) : undefined };
}

/** What {@link flowFiguresRead} does not ask for. */
export function uncountedIn({ agents, queues }: Pick<Flow, "agents" | "queues">): number {
  const most = idsOfFilter * filtersOfKind;
  return Math.max(0, agents.length - most) + Math.max(0, queues.length - most);
}
