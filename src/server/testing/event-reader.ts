import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { createPool } from "#server/platform/db/pool.ts";
import { consumer, createConsumers } from "#server/platform/events/consumers.ts";
import { createLooks } from "#server/platform/work/looks.ts";

// A process that notes the events that it is given, to be killed at any moment: `node event-reader.ts <address of the store>`.
const pool = createPool({ connectionString: process.argv[2] });
const log = { warn: (...words: unknown[]) => void process.stderr.write(`${JSON.stringify(words)}\n`) };
const noting = consumer({
  name: "gate",
  on: ["run.created"],
  async handle(tx, events) {
    await tx.execute(sql`
      insert into gate_seen (tx, id)
      select e.tx::xid8, e.id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(tx text, id bigint)`);
  },
});
const store = { db: drizzle(pool), pool };
await createConsumers({ store, log, looks: createLooks({ store, log }), metrics: { count: () => undefined } }, [noting]);
