import { type Examples, page, team } from "./example.ts";

export const connectionsExamples: Examples<"integrations"> = {
  integrations: { listIntegrations: { input: (stage) => ({ ...team(stage), query: { ...page, type: "case-queue-producer" } }) } },
};
