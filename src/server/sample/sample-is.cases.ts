import { getSampleWorkspace, type SampleStatus, type SampleWorkspace } from "#contract/teams/sample.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { TestService } from "#server/testing/service.ts";

/** Waits until the sample workspace of the service's first team has come to this. */
export async function sampleIs(service: TestService, wanted: SampleStatus): Promise<SampleWorkspace> {
  let seen: SampleWorkspace | undefined;
  const look = async () => {
    seen = await service.ok(getSampleWorkspace, { params: { teamId: service.teamId } });
    return seen.status === wanted ? seen : undefined;
  };
  return comes(`a sample workspace that is ${wanted}`, look, { seen: () => seen, withinMs: 120_000 });
}
