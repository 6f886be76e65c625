import { list } from "#contract/list.ts";

/** Where other services send their events to. */
export const webhookSourceList = list({
  name: "webhook sources",
  words: ["webhook source", "webhook sources"],
  filters: { search: { kind: "text", label: "Search webhook sources", max: 200 } },
});
