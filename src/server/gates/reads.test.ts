import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import { mostAgeMs } from "#server/dashboards/answers/cached-answers.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { inputFor, subjects } from "./examples.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { namesOnly, readLags } from "./read-lags.ts";
import { watchReads } from "./read-tables.ts";
import { tableTopics } from "./table-topics.ts";
import { send, wireOf } from "./wire.ts";

let service: TestService;
let reads: ReturnType<typeof watchReads>;
let aheadMs = 0;
beforeAll(async () => {
  reads = watchReads();
  service = await startService({ clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  await service.close();
  reads.end();
});

/** The operations that change what a table holds, and tell nothing that makes the reply of this one old. */
function unheard({ reads: topics = [] }: EndpointSpec, table: string): string[] {
  const shown = tableTopics[table] ?? [];
  const writers = allEndpoints.filter(({ changes }) => changes?.some((topic) => shown.includes(topic)));
  return writers.filter(({ changes }) => !changes?.some((topic) => topics.includes(topic))).map(({ name }) => name);
}

// A reply that is never kept is asked for whenever somebody looks.
const kept = subjectsOfLanding.filter(({ endpoint }) => endpoint.reads?.length);

describe.each(kept)("$title", (subject) => {
  it("is old once something that it shows has changed", async () => {
    const { endpoint } = subject;
    // Figures that an earlier test counted are too old: each test sees what its operation reads, whichever ran before it.
    aheadMs += mostAgeMs;
    const self = needsSession(endpoint.access) || endpoint.access.scope === "public" ? await newcomer(service) : undefined;
    const input = await inputFor(subject, { ...stageFor(service), self });
    const tables = await reads.during(() => send(service.url, wireOf(endpoint, input, credentialsFor(endpoint, service, self))));
    const faults = tables.filter((table) => !namesOnly.includes(table) && unheard(endpoint, table).length > 0);
    expect(faults).toEqual(faults.filter((table) => readLags[endpoint.name]?.[table] !== undefined));
    // The list of exceptions only gets shorter.
    const reasons = Object.keys(readLags[endpoint.name] ?? {});
    expect(reasons.filter((table) => !faults.includes(table))).toEqual([]);
  });
});

it("knows the operations that have exceptions", () => {
  const names = subjects.map(({ endpoint }) => endpoint.name);
  expect(Object.keys(readLags).filter((name) => !names.includes(name))).toEqual([]);
});
