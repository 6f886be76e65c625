import { list } from "#contract/list.ts";

/** The accounts that agents of a team can use. */
export const connectionList = list({
  name: "connections",
  words: ["connection", "connections"],
  filters: { search: { kind: "text", label: "Search connections", max: 200 } },
});
