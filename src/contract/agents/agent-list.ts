import { list } from "#contract/list.ts";

export const agentList = list({
  name: "agents",
  views: "team",
  words: ["agent", "agents"],
  finds: "Search finds names, descriptions and instructions.",
  filters: {
    search: { kind: "text", label: "Search agents", hint: "Search by name or what it does", max: 200 },
    health: {
      kind: "choice",
      label: "Health",
      any: "Any health",
      options: { attention: "Needs attention", healthy: "Healthy", idle: "No runs in 30 days" },
      // All of them, by group.
      also: ["any"],
    },
    folder: { kind: "folder", as: "folder_id", place: true },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    agents: "team";
  }
}
