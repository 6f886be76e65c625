import pg from "pg";

/** What does not answer for so long is cut: a store that is there answers what is sent here in milliseconds. */
const patienceMs = 2_000;

/** A connection outside of the pool: it comes through while requests hold all connections of the pool. */
export interface OwnConnection {
  /** Connects first where there is no connection. What fails ends the connection. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
}

interface Events {
  /** What every new connection does first. */
  readonly opened?: (client: pg.Client) => Promise<void>;
  /** A connection ended by itself. */
  readonly ended?: () => void;
}

/** Connects to the store of a pool, with the settings of the pool. */
export function ownConnection(pool: pg.Pool, { opened, ended }: Events = {}): OwnConnection {
  let current: { client: pg.Client; ready: Promise<void> } | undefined;
  let closed = false;

  function connection(): NonNullable<typeof current> {
    if (current) return current;
    // A pool hides the password from whoever lists its options.
    const { password } = pool.options;
    const client = new pg.Client({ ...pool.options, password, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
    client.on("error", () => undefined);
    const made = { client, ready: client.connect().then(() => opened?.(client)) };
    client.once("end", () => {
      if (current !== made) return;
      current = undefined;
      ended?.();
    });
    current = made;
    return made;
  }
  return {
    async query(text, values) {
      if (closed) throw new Error("The connection is closed.");
      const used = connection();
      try {
        await used.ready;
        return await used.client.query(text, values);
      } catch (error) {
        // An answer that comes late belongs to nothing any more.
        if (current === used) current = undefined;
        cut(used.client);
        throw error;
      }
    },
    async close() {
      closed = true;
      const last = current;
      current = undefined;
      await last?.client.end().catch(() => undefined);
    },
  };
}

/** Without a farewell: whoever does not answer would not answer that either. */
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
