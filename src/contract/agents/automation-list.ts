import { list } from "#contract/list.ts";

export const automationList = list({
  name: "automations",
  views: "team",
  words: ["automation", "automations"],
  filters: {
    deleted: { kind: "flag", says: "deleted", place: true },
    search: { kind: "text", label: "Search automations", max: 200 },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    automations: "team";
  }
}
