import type { Fixtures } from "@playwright/test";
import { beginnings } from "./begun.ts";
import type { ForWorker } from "./fixtures.ts";
import { prepareSample, type SampleWork } from "./sample-work.ts";
import { ownerKey, type Service, startService, withOwner } from "./service.ts";
import { withNamesNoted } from "./shared-names.ts";
import { type TeamWork, workInTeam } from "./team-work.ts";

export interface Sample {
  readonly service: Service;
  readonly team: TeamWork;
  readonly work: SampleWork;
}

export interface WithSample {
  sample: Sample;
}

/** A service whose first team holds the sample workspace, for tests that go through all places. It is loaded once a worker. */
export const withSample: Fixtures<object, WithSample, object, ForWorker> = {
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({ ...withOwner, SAMPLE_WORKSPACE: "true" }, beginnings().fresh);
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  team: [
    async ({ service }, use) => use(withNamesNoted(await workInTeam(service.url, ownerKey), "the team with the sample")),
    { scope: "worker" },
  ],
  sample: [
    async ({ service, team }, use) => {
      // Whichever test comes first in a worker prepares it: its names are none of that test.
      const work = await prepareSample(await workInTeam(service.url, ownerKey), service);
      await use({ service, team, work });
    },
    { scope: "worker", timeout: 0 },
  ],
};
