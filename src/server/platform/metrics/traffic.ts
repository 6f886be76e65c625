import type { WorkerReport } from "#contract/runs/engine.ts";
import type { StorePool } from "#server/platform/db/pool.ts";
import { type Sample, figure } from "./metrics.ts";

const storeConnections = figure("caseload_store_connections", "Connections to the store in use, and the most there may be.", "state");
const storeRequests = figure("caseload_store_requests", "Requests that hold or wait for a place, and the most places there are.", "state");

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
    { figure: storeConnections, labels: { state: "in_use" }, value: connections.in_use },
    { figure: storeConnections, labels: { state: "most" }, value: connections.most },
    { figure: storeRequests, labels: { state: "in_work" }, value: requests.in_work },
    { figure: storeRequests, labels: { state: "waiting" }, value: requests.waiting },
    { figure: storeRequests, labels: { state: "most" }, value: requests.most },
  ];
}
