import { list } from "#contract/list.ts";

export const toyList = list({
  name: "toys",
  views: "team",
  words: ["toy", "toys"],
  filters: {
    wrapped: {
      kind: "choice",
      label: "State",
      any: "Any state",
      options: { yes: "Wrapped", no: "Open" },
      sends: { yes: "true", no: "false" },
    },
    search: { kind: "text", label: "Search toys", max: 100 },
  },
  sorts: {
    start: { by: "name", order: "asc" },
    by: { name: { asc: "by name", desc: "names from Z to A" }, paint: { as: "color", asc: "by color", desc: "colors from Z to A" } },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    toys: "team";
  }
}
