import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { deleteQueue, getQueue, listQueues } from "#contract/queues/queues.ts";
import { listQueueLabels } from "#contract/queues/labels.ts";
import { fakeBrowser } from "./fake-browser.ts";

fakeBrowser();
const { read } = await import("./query.ts");
const { readChanged, restored, takenAway } = await import("./stale.ts");

const params = { queue_id: "1" };

it("what a write changes makes stale what shows it, but for what it took away", () => {
  const client = new QueryClient();
  const reads = {
    gone: read(getQueue, { params }),
    below: read(listQueueLabels, { params, query: {} }),
    other: read(getQueue, { params: { queue_id: "2" } }),
    list: read(listQueues, { params: { teamId: "t" }, query: {} }),
  };
  const keys: readonly (readonly unknown[])[] = Object.values(reads).map(({ queryKey }) => queryKey);
  for (const key of keys) client.setQueryData(key, {});
  const stale = () => Object.keys(reads).filter((key) => client.getQueryState(reads[key as keyof typeof reads].queryKey)?.isInvalidated);
  takenAway(deleteQueue, { params });
  readChanged(client, ["queue"]);
  expect(stale()).toEqual(["other", "list"]);
  restored(deleteQueue, { params });
  readChanged(client, ["queue"]);
  expect(stale()).toEqual(["gone", "below", "other", "list"]);
});
