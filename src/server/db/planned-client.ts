import type { Duplex } from "node:stream";
import pg from "pg";

/** Longest text and largest number of statements that get a name: what every connection may have to remember. */
const maxLength = 4_000;
const maxNames = 200;

/**
 * Connections that plan a statement with parameters once and then run it by name: parsing and planning cost more than most of our
 * statements do themselves. Statements whose text grows with their input come too late or are too long, and stay unnamed, as does one with
 * an empty name. A transaction's `begin` costs no round trip of its own.
 */
export function plannedClient(): typeof pg.Client {
  const names = new Map<string, string>();
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || text.length > maxLength || names.size >= maxNames) return known;
    const name = `planned-${names.size}`;
    names.set(text, name);
    return name;
  }
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(typeof config === "string" ? { connectionString: config, pipeline: true } : { ...config, pipeline: true });
    }

    override query = ((first: unknown, ...rest: unknown[]) => {
      const run = super.query.bind(this) as (...args: unknown[]) => unknown;
      const config = typeof first === "string" ? { text: first } : (first as pg.QueryConfig);
      if (config.text === "begin") return this.begin(() => run(config));
      const values = Array.isArray(rest[0]) ? rest[0] : config.values;
      if (config.name !== undefined || typeof config.text !== "string" || !values?.length) return run(first, ...rest);
      const name = nameOf(config.text);
      return run(name ? { ...config, name } : first, ...rest);
    }) as pg.Client["query"];

    /** Sends `begin` along with the statement that comes next instead of waiting for its answer. Only a lost connection can fail it. */
    private async begin(send: () => unknown): Promise<{ rows: never[]; rowCount: null }> {
      const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      (send() as Promise<unknown>).catch((error: Error) => stream.destroy(error));
      return { rows: [], rowCount: null };
    }
  };
}
