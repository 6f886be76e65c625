import { list } from "#contract/list.ts";

export const queueList = list({
  name: "queues",
  words: ["queue", "queues"],
  filters: { search: { kind: "text", label: "Search queues", max: 200 } },
});
