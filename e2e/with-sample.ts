import type { Fixtures } from "@playwright/test";
import { beginnings } from "./begun.ts";
import { prepareSample, type SampleWork } from "./sample-work.ts";
import { ownerKey, type Service, startService, withOwner } from "./service.ts";
import { type TeamWork, workInTeam } from "./team-work.ts";

export interface Sample {
  readonly service: Service;
  readonly team: TeamWork;
  readonly work: SampleWork;
}

export interface WithSample {
  sample: Sample;
}

/** A team that holds the sample workspace, for tests that go through all places. It is loaded once a worker. */
export const withSample: Fixtures<object, WithSample> = {
  sample: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({ ...withOwner, SAMPLE_WORKSPACE: "true" }, beginnings().fresh);
      const team = await workInTeam(service.url, ownerKey);
      await use({ service, team, work: await prepareSample(team, service) });
      await service.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
};
