import { list } from "#contract/list.ts";

export const automationList = list({
  name: "automations",
  words: ["automation", "automations"],
  filters: {
    deleted: { kind: "flag", says: "deleted", place: true },
    search: { kind: "text", label: "Search automations", max: 200 },
  },
});
