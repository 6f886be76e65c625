import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type DatabaseOf, dropDatabase, urlOf } from "#server/testing/database.ts";
import { startTransactionPooler } from "#server/testing/transaction-pooler.ts";
import { openStore } from "./open.ts";

let database: DatabaseOf;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => dropDatabase(database));

const open = (databaseUrl: string) => openStore({ databaseUrl, dataDir: "" });

it.each([
  [true, "gives each transaction another connection. Let DATABASE_URL lead to PostgreSQL itself."],
  [false, "refuses the settings of a connection: unsupported startup parameter: options."],
])(
  "a pooler of transactions is refused in a sentence, whether it ignores the settings of connections or not: %s",
  async (ignoresOptions, words) => {
    const pooler = await startTransactionPooler(database, { ignoresOptions });
    await expect(open(pooler.url)).rejects.toThrow(words);
    await pooler.close();
  },
);

it("PostgreSQL itself is not", async () => {
  const store = await open(urlOf(database));
  await store.close();
});
