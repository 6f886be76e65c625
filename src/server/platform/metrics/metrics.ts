import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** One figure as it is declared beside what measures it. Labels hold routes, kinds and codes, never ids or values from requests. */
export interface Figure<Label extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

export type Labels<Label extends string = string> = Readonly<Record<Label, string>>;

export function figure<Label extends string = never>(name: string, help: string, ...labels: Label[]): Figure<Label> {
  return { name, help, labels };
}

export interface Sample {
  readonly figure: Figure;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The figures of one service in this process, in Prometheus' text format. */
export interface Metrics {
  count(figure: Figure<never>, labels?: undefined, amount?: number): void;
  count<Label extends string>(figure: Figure<Label>, labels: Labels<Label>, amount?: number): void;
  /** Seconds that something took, in buckets. */
  took<Label extends string>(figure: Figure<Label>, labels: Labels<Label>, seconds: number): void;
  gauge(figure: Figure<never>, read: () => number): void;
  /** Gauges whose values take a question. It is asked for each text and must not fail; what it leaves out is left out there. */
  ask(question: () => Promise<readonly Sample[]>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** From an answer out of memory to one that waited for a slow store. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** With `ofProcess` it has memory, garbage collection, event loop and open files too. */
export function createMetrics(ofProcess = false): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const questions: (() => Promise<readonly Sample[]>)[] = [];
  const options = ({ name, help, labels }: Figure) => ({ name, help, labelNames: [...labels], registers: [registry] });
  return {
    count(counted: Figure, labels: Readonly<Record<string, string>> = {}, amount = 1) {
      let counter = counters.get(counted.name);
      if (!counter) counters.set(counted.name, (counter = new Counter(options(counted))));
      counter.inc(labels, amount);
    },
    took(measured, labels, seconds) {
      let histogram = histograms.get(measured.name);
      if (!histogram) histograms.set(measured.name, (histogram = new Histogram({ ...options(measured), buckets })));
      histogram.observe(labels, seconds);
    },
    gauge(measured, read) {
      const gauge: Gauge = new Gauge({ ...options(measured), registers: [], collect: () => gauge.set(read()) });
      registry.registerMetric(gauge);
    },
    ask: (question) => void questions.push(question),
    async text() {
      const asked = (await Promise.all(questions.map((question) => question()))).flat();
      const answered = new Registry();
      const gauges = new Map<string, Gauge>();
      for (const { figure: of, labels = {}, value } of asked) {
        let gauge = gauges.get(of.name);
        if (!gauge) gauges.set(of.name, (gauge = new Gauge({ ...options(of), registers: [answered] })));
        gauge.set(labels, value);
      }
      return Registry.merge([registry, answered]).metrics();
    },
    contentType: registry.contentType,
  };
}
