import { list } from "#contract/list.ts";

export const queueList = list({
  name: "queues",
  views: "team",
  words: ["queue", "queues"],
  filters: { search: { kind: "text", label: "Search queues", max: 200 } },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    queues: "team";
  }
}
