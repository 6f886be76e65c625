import type { Topic } from "#contract/topics.ts";

/** What changes when an agent goes, with everything that it had. */
export const goneWithAgent = [
  "schedule",
  "event_trigger",
  "agent",
  "agent_folder",
  "revision",
  "automation",
  "run",
  "run_message",
  "human_request",
  "case_approval",
  "queue",
  "case",
  "case_run",
  "case_trigger",
  "builder_run",
  "memory",
  "suggestion",
  "evaluation",
] as const satisfies readonly Topic[];
