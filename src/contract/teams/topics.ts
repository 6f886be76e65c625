import { topics } from "#contract/topics.ts";

const teamTopics = topics({
  api_key: { of: "nobody" },
  list_view: {},
  list_columns: { of: "nobody" },
  profile: { of: "nobody" },
  session: { of: "nobody" },
  team: { of: "nobody" },
  member: {},
  invite: {},
  /** What a person may do: their roles, and whether their key or session is still there. */
  access: { of: "recipient" },
  retention: { of: "nobody" },
  /** How far the sample workspace is. */
  sample: {},
});

type TeamTopics = typeof teamTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends TeamTopics {}
}
