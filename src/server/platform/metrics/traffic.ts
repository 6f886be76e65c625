import type { WorkerReport } from "#contract/runs/engine.ts";
import type { StorePool } from "#server/platform/db/pool.ts";
import type { Sample } from "./metrics.ts";

/** How many connections and places of requests are taken in this process. */
export function trafficOf({ places, options, totalCount, idleCount }: StorePool): Pick<WorkerReport, "connections" | "requests"> {
  const { count, lastAt } = places.refused();
  return {
    connections: { most: options.max, in_use: totalCount - idleCount },
    requests: {
      most: places.size,
      in_work: places.taken(),
      waiting: places.waiting(),
      refused: count,
      last_refused_at: lastAt === undefined ? null : new Date(lastAt).toISOString(),
    },
  };
}

export function trafficSamples(pool: StorePool): Sample[] {
  const { connections, requests } = trafficOf(pool);
  return [
    { name: "caseload_store_connections", labels: { state: "in_use" }, value: connections.in_use },
    { name: "caseload_store_connections", labels: { state: "most" }, value: connections.most },
    { name: "caseload_store_requests", labels: { state: "in_work" }, value: requests.in_work },
    { name: "caseload_store_requests", labels: { state: "waiting" }, value: requests.waiting },
    { name: "caseload_store_requests", labels: { state: "most" }, value: requests.most },
  ];
}
