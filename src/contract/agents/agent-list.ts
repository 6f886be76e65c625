import { list } from "#contract/list.ts";

export const agentList = list({
  name: "agents",
  views: "team",
  words: ["agent", "agents"],
  filters: {
    search: { kind: "text", label: "Search agents", max: 200 },
    folder: { kind: "folder", as: "folder_id", place: true },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    agents: "team";
  }
}
