import type { EndpointSpec } from "#contract/endpoint.ts";
import { resources } from "#contract/index.ts";
import { endpointsOf } from "#contract/endpoint.ts";
import { agentsExamples } from "#server/gates/examples/agents.ts";
import { assignExamples } from "#server/gates/examples/assign.ts";
import { auditExamples } from "#server/gates/examples/audit.ts";
import { automationsExamples } from "#server/gates/examples/automations.ts";
import { builderRunsExamples } from "#server/gates/examples/builder-runs.ts";
import { caseJobsExamples } from "#server/gates/examples/case-jobs.ts";
import { caseTriggersExamples } from "#server/gates/examples/case-triggers.ts";
import { casesExamples } from "#server/gates/examples/cases.ts";
import { clarityExamples } from "#server/gates/examples/clarity.ts";
import { connectionsExamples } from "#server/gates/examples/connections.ts";
import { dashboardsExamples } from "#server/gates/examples/dashboards.ts";
import type { Example, Examples } from "#server/gates/examples/example.ts";
import { exportsExamples } from "#server/gates/examples/exports.ts";
import { invitesExamples } from "#server/gates/examples/invites.ts";
import { learningExamples } from "#server/gates/examples/learning.ts";
import { libraryExamples } from "#server/gates/examples/library.ts";
import { listsExamples } from "#server/gates/examples/lists.ts";
import { loginsExamples } from "#server/gates/examples/logins.ts";
import { notificationsExamples } from "#server/gates/examples/notifications.ts";
import { queuesExamples } from "#server/gates/examples/queues.ts";
import { reviewExamples } from "#server/gates/examples/review.ts";
import { runsExamples } from "#server/gates/examples/runs.ts";
import { schedulesExamples } from "#server/gates/examples/schedules.ts";
import { secretsExamples } from "#server/gates/examples/secrets.ts";
import { signInExamples } from "#server/gates/examples/sign-in.ts";
import { teamsExamples } from "#server/gates/examples/teams.ts";
import { triggersExamples } from "#server/gates/examples/triggers.ts";
import { webhookSourcesExamples } from "#server/gates/examples/webhook-sources.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import type { Input } from "./wire.ts";

const examples: Examples = {
  ...agentsExamples,
  ...assignExamples,
  ...auditExamples,
  ...builderRunsExamples,
  ...automationsExamples,
  ...clarityExamples,
  ...dashboardsExamples,
  ...exportsExamples,
  ...learningExamples,
  ...libraryExamples,
  ...notificationsExamples,
  ...runsExamples,
  ...schedulesExamples,
  ...teamsExamples,
  ...signInExamples,
  ...listsExamples,
  ...invitesExamples,
  ...triggersExamples,
  ...webhookSourcesExamples,
  ...connectionsExamples,
  ...loginsExamples,
  ...secretsExamples,
  ...queuesExamples,
  ...casesExamples,
  ...caseTriggersExamples,
  ...caseJobsExamples,
  ...reviewExamples,
};

export interface Subject {
  readonly endpoint: EndpointSpec;
  readonly example: Example;
  readonly title: string;
}

/** Every endpoint with its example. Throws by name when one has none, for whoever runs the tests without the compiler. */
export const subjects: readonly Subject[] = Object.entries(resources).flatMap(([resource, module]) =>
  endpointsOf(module).map(([key, endpoint]): Subject => {
    const example = (examples as unknown as Record<string, Record<string, Example> | undefined>)[resource]?.[key];
    if (!example) throw new Error(`src/server/gates/examples.ts has no example for ${resource}.${key}`);
    return { endpoint, example, title: `${endpoint.method} ${endpoint.path}` };
  }),
);

/** The example's input, whose types the gates do not look at. */
export async function inputFor({ example }: Subject, stage: Stage): Promise<Input> {
  return await example.input(stage);
}
