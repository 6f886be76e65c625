import type { EndpointSpec } from "#contract/endpoint.ts";
import { endpointsOf, resources } from "#contract/index.ts";
import { agentsExamples } from "./examples/agents.ts";
import { automationsExamples } from "./examples/automations.ts";
import { casesExamples } from "./examples/cases.ts";
import { connectionsExamples } from "./examples/connections.ts";
import { builderRunsExamples } from "./examples/builder-runs.ts";
import type { Example, Examples } from "./examples/example.ts";
import { learningExamples } from "./examples/learning.ts";
import { libraryExamples } from "./examples/library.ts";
import { queuesExamples } from "./examples/queues.ts";
import { reviewExamples } from "./examples/review.ts";
import { runsExamples } from "./examples/runs.ts";
import { teamsExamples } from "./examples/teams.ts";
import type { Stage } from "./stage/stage.ts";
import type { Input } from "./wire.ts";

const examples: Examples = {
  ...agentsExamples,
  ...builderRunsExamples,
  ...automationsExamples,
  ...learningExamples,
  ...libraryExamples,
  ...runsExamples,
  ...teamsExamples,
  ...connectionsExamples,
  ...queuesExamples,
  ...casesExamples,
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
