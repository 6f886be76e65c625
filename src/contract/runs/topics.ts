import { topics } from "#contract/topics.ts";

const runTopics = topics({
  run: { by: "run_id", of: "person" },
  run_message: { by: "run_id", of: "person" },
  human_request: { by: "run_id", of: "person" },
  sandbox: { by: "sandbox_id", of: "person" },
  team_job: { by: "job_id" },
});

type RunTopics = typeof runTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends RunTopics {}
}
