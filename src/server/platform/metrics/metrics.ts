import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { fromThisMachine } from "#server/platform/http/neighbours.ts";
import { refuse } from "#server/platform/http/refusal.ts";

/** Counters and gauges in Prometheus' text format. Labels hold routes and codes, never ids or values from requests. */
export interface Metrics {
  count(name: string, labels?: Record<string, string>, amount?: number): void;
  gauge(name: string, read: () => number): void;
  /** Gauges whose values take a question. It is asked for each text and must not fail; what it leaves out is left out there. */
  ask(question: () => Promise<readonly Sample[]>): void;
  text(): Promise<string>;
}

export interface Sample {
  readonly name: string;
  readonly labels?: Record<string, string>;
  readonly value: number;
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const gauges = new Map<string, () => number>();
  const questions: (() => Promise<readonly Sample[]>)[] = [];
  return {
    count(name, labels = {}, amount = 1) {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = textOf(labels);
      series.set(key, (series.get(key) ?? 0) + amount);
    },
    gauge: (name, read) => void gauges.set(name, read),
    ask: (question) => void questions.push(question),
    async text() {
      const lines: string[] = [];
      for (const [name, series] of counters) {
        lines.push(`# TYPE ${name} counter`);
        for (const [labels, value] of series) lines.push(`${name}${labels} ${value}`);
      }
      for (const [name, read] of gauges) lines.push(`# TYPE ${name} gauge`, `${name} ${read()}`);
      const asked = (await Promise.all(questions.map((question) => question()))).flat();
      for (const [name, samples] of Map.groupBy(asked, (sample) => sample.name))
        lines.push(`# TYPE ${name} gauge`, ...samples.map(({ labels = {}, value }) => `${name}${textOf(labels)} ${value}`));
      return `${lines.join("\n")}\n`;
    },
  };
}

function textOf(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
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
