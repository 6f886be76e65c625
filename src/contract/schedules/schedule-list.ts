import { list } from "#contract/list.ts";

export const scheduleList = list({
  name: "schedules",
  views: "team",
  words: ["schedule", "schedules"],
  filters: {
    state: {
      kind: "choice",
      as: "enabled",
      label: "State",
      any: "Any state",
      options: { active: "Active", paused: "Paused or ended" },
      sends: { active: "true", paused: "false" },
    },
    search: { kind: "text", label: "Search by agent", max: 200 },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    schedules: "team";
  }
}
