import { afterAll, beforeAll, expect, it } from "vitest";
import { listClarityProcesses } from "#contract/clarity/processes.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { sampleText } from "./agents.ts";
import { type SampleApi, withKey } from "./api.ts";
import { teamFiles } from "./load.ts";
import { makeSampleProcess } from "./process.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

class Killed extends Error {}

/** Ends the load after so many calls. */
function lasting(api: SampleApi, calls: number): SampleApi {
  let left = calls;
  const spend = () => {
    if (left-- <= 0) throw new Killed();
  };
  return {
    call: (endpoint, input) => {
      spend();
      return api.call(endpoint, input);
    },
    upload: (...file) => {
      spend();
      return api.upload(...file);
    },
  };
}

it("goes on where a load was killed, and makes nothing twice", async () => {
  const { teamId } = service;
  for (const [path, source] of Object.entries(teamFiles))
    await service.ok(updateFileContent, { params: { teamId, path }, body: { content: await sampleText(source) } });
  const load = async (calls: number) => {
    try {
      await withKey(service.app.services, service.app.http, { teamId, userId: service.ids.owner }, (api) =>
        makeSampleProcess(lasting(api, calls), teamId),
      );
      return true;
    } catch (error) {
      if (error instanceof Killed) return false;
      throw error;
    }
  };
  let kills = 0;
  // A load that goes on asks first how far it is, so each gets a little further.
  while (!(await load(8 + 2 * kills))) kills++;
  expect(kills).toBeGreaterThan(3);
  await comes("the end of its work", async () => {
    const [row] = (await service.ok(listClarityProcesses, { params: { teamId }, query: {} })).processes;
    return row?.stage === "measured" || undefined;
  });
  const { rows } = await service.pool.query(
    `select (select count(*)::int from clarity_processes) as processes, (select count(*)::int from clarity_snapshots) as versions,
       (select count(*)::int from agents) as agents, (select count(*)::int from revisions) as revisions, (select count(*)::int from queues) as queues,
       (select count(*)::int from cases) as cases, (select count(*)::int from clarity_captures where status = 'complete') as captures`,
  );
  expect(rows).toEqual([{ processes: 1, versions: 2, agents: 1, revisions: 1, queues: 1, cases: 24, captures: 3 }]);
});
