import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { fromThisMachine } from "./neighbours.ts";
import { refuse } from "./refusal.ts";

/** Counters and gauges in Prometheus' text format. Labels hold routes and codes, never ids or values from requests. */
export interface Metrics {
  count(name: string, labels?: Record<string, string>, amount?: number): void;
  gauge(name: string, read: () => number): void;
  text(): string;
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const gauges = new Map<string, () => number>();
  return {
    count(name, labels = {}, amount = 1) {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = Object.entries(labels)
        .map(([k, v]) => `${k}="${v}"`)
        .join(",");
      series.set(key, (series.get(key) ?? 0) + amount);
    },
    gauge: (name, read) => void gauges.set(name, read),
    text() {
      const lines: string[] = [];
      for (const [name, series] of counters) {
        lines.push(`# TYPE ${name} counter`);
        for (const [labels, value] of series) lines.push(`${name}${labels ? `{${labels}}` : ""} ${value}`);
      }
      for (const [name, read] of gauges) lines.push(`# TYPE ${name} gauge`, `${name} ${read()}`);
      return `${lines.join("\n")}\n`;
    },
  };
}

/** Routes and counts say how much an installation is used. Throws unless the token is sent or, where none is set, this machine asks. */
export function requireMetricsReader(request: FastifyRequest, { metricsToken }: Config): void {
  if (metricsToken === undefined) {
    if (fromThisMachine(request)) return;
    throw refuse("forbidden", "Only this machine may read the metrics. Set METRICS_TOKEN to read them from elsewhere.");
  }
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(sent), digest(metricsToken)))
    throw refuse("unauthorized", "Send METRICS_TOKEN as `Authorization: Bearer <token>`.");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
