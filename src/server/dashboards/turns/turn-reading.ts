import type { PageAnswers } from "#contract/dashboards/answers.ts";
import { type SourceName, sourceNames, sourceOf } from "#contract/dashboards/catalogue.ts";
import type { Page, Query } from "#contract/dashboards/page.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { answersOf } from "#server/dashboards/answers/answers-of.ts";
import { faultsOf, fieldOwnersOf } from "#server/dashboards/answers/check.ts";
import { fieldsOf } from "#server/dashboards/answers/fields.ts";
import { schemasOfReads } from "#server/dashboards/reads/reads.store.ts";
import type { FigureViewer } from "#server/platform/db/figure-parts.ts";
import type { Db } from "#server/platform/db/open.ts";
import { schemasOfQueues } from "#server/queues/figures/schemas-of-queues.store.ts";
import { listConnections, type TurnConnections } from "./turn-connections.ts";
import { WrongCall, wordsOf } from "./wrong-call.ts";
import { namesOfTeam } from "./workspace.store.ts";

/** What one query of a turn may take, in milliseconds: a page that a reader waits for has several of them. */
const queryMs = 8_000;

/** What a turn reads, with the rights of the author of its message. */
export interface TurnReader {
  readonly db: Db;
  readonly viewer: FigureViewer;
  readonly connections?: TurnConnections;
}

/** Throws {@link WrongCall} for a query that cannot be counted on this page. */
export async function requireQuery({ db, viewer }: TurnReader, page: Page, query: Query, at: readonly string[] = []): Promise<void> {
  const named = fieldOwnersOf(query);
  const schemas = await (query.source === "connections"
    ? schemasOfReads(db, viewer.recordId, named)
    : schemasOfQueues(db, viewer.teamId, named));
  const faults = faultsOf(query, page, schemas);
  if (faults.length > 0) throw new WrongCall(wordsOf(faults.map(({ path, message }) => ({ path: [...at, ...path], message }))));
}

/** The answers to these queries of a page, as its author would see them now. */
export function readAnswers({ db, viewer }: TurnReader, page: Page, queries: readonly Query[] = page.queries): Promise<PageAnswers> {
  return answersOf(db, { ...page, queries: [...queries] }, {}, viewer, queryMs);
}

/** What the workspace has; with a queue also what its cases can be counted by. Names are what people wrote: data. */
export async function listSources(reader: TurnReader, page: Page, queueId?: string): Promise<Record<string, unknown>> {
  const { db, viewer } = reader;
  const names = await namesOfTeam(db, viewer.teamId, seesAllRuns(viewer) ? null : viewer.userId);
  if (queueId !== undefined && !names.queues.some(({ id }) => id === queueId))
    throw new WrongCall(`There is no queue ${queueId} in this team. Use the id of one of its queues`);
  const told = queueId === undefined ? names.queues.slice(0, 20).map(({ id }) => id) : [queueId];
  const schemas = await schemasOfQueues(db, viewer.teamId, told);
  const own = fieldsOf("cases");
  return {
    sources: await rowCounts(reader, page),
    agents: names.agents,
    queues: names.queues.map((queue) => {
      const schema = schemas.get(queue.id);
      if (!schema) return queue;
      const fields = fieldsOf("cases", schema);
      const mine = (of: "measures" | "dimensions") =>
        Object.entries(fields[of]).flatMap(([name, { label }]) => (Object.hasOwn(own[of], name) ? [] : [{ name, label }]));
      return { ...queue, dimensions: mine("dimensions"), measures: mine("measures") };
    }),
    people: names.people,
    ...(await listConnections(db, viewer.recordId, reader.connections)),
  };
}

/** How many rows each source has ever had for this reader. */
async function rowCounts(reader: TurnReader, page: Page): Promise<Record<string, number | null>> {
  const queries = sourceNames.map((source): Query => {
    const [first = "count"] = Object.keys(sourceOf(source)?.measures ?? {});
    return { name: source, source, measures: [first], by: [], filters: [], range: "all_time" };
  });
  const { answers } = await readAnswers(reader, page, queries);
  const counted = (name: SourceName) => answers.find((answer) => answer.name === name)?.total.values[0] ?? null;
  return Object.fromEntries(sourceNames.map((name) => [name, counted(name)]));
}
