import pg from "pg";
import { sessionOptions, statementTimeout } from "./pool.ts";
import { StartRefusal } from "./start-refusal.ts";

const patienceMs = 2_000;
/** Two connections that share some of PostgreSQL's show it at once where nobody else uses the pooler, and soon where others do. */
const rounds = 3;

const instead = "Let DATABASE_URL lead to PostgreSQL itself.";

/**
 * Refuses a pooler that gives each transaction another connection: statements that were prepared, live updates and locks of a session would be
 * lost now and then. A store that does not answer is left to who connects next.
 */
export async function refusePooler(connectionString: string): Promise<void> {
  const clients = [1, 2].map(() => {
    const client = new pg.Client({
      connectionString,
      options: sessionOptions,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client.on("error", () => undefined);
    return client;
  });
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await refuseShared(clients as [pg.Client, pg.Client]);
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const { code, message = "" } = error as { code?: string; message?: string };
    if (code === "08P01" || /unsupported startup parameter/.test(message))
      throw new StartRefusal(`DATABASE_URL leads to a pooler that refuses the settings of a connection: ${message}. ${instead}`, {
        cause: error,
      });
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function refuseShared([one, other]: readonly [pg.Client, pg.Client]): Promise<void> {
  const backendOf = async (client: pg.Client) => (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
  const first = await backendOf(one);
  for (let round = 0; round < rounds; round++) {
    await other.query("begin");
    const [second, again] = [await backendOf(other), await backendOf(one)];
    await other.query("rollback");
    if (second === first || again !== first)
      throw new StartRefusal(`DATABASE_URL leads to a pooler that gives each transaction another connection. ${instead}`);
  }
  const { rows } = await one.query<{ statement_timeout: string }>("show statement_timeout");
  if (rows[0]?.statement_timeout !== statementTimeout)
    throw new StartRefusal(`DATABASE_URL leads to a pooler that drops the settings of a connection, such as statement_timeout. ${instead}`);
}
