import autocannon from "autocannon";
import { cpuSeconds, key } from "./service.ts";

export interface Load {
  readonly rate: number;
  /** Milliseconds, whole ones only. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the server's CPU for a request. */
  readonly cpuMs: number;
  readonly failures: number;
}

interface How {
  readonly body?: unknown;
  /** Warmed up before: one second is enough. */
  readonly again?: boolean;
  readonly connections?: number;
}

/** Ten connections for two seconds, after one second of warming up. */
export async function measure(url: string, pid: number, { body, again = false, connections = 10 }: How = {}): Promise<Load> {
  const request = {
    url,
    connections,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
    method: body === undefined ? "GET" : "POST",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  if (!again) await autocannon({ ...request, duration: 1 });
  const before = cpuSeconds(pid);
  const result = await autocannon({ ...request, duration: again ? 1 : 2 });
  const cpu = cpuSeconds(pid) - before;
  const done = result["2xx"];
  return {
    rate: done / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (cpu * 1000) / Math.max(1, done),
    failures: result.non2xx + result.errors,
  };
}
