import { AsyncLocalStorage } from "node:async_hooks";
import { eq } from "drizzle-orm";
import type Provider from "oidc-provider";
import { following } from "#server/platform/db/following.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Services } from "#server/platform/http/context.ts";
import { apiKeys } from "#server/teams/teams.table.ts";

export interface AuthorizationServer {
  /** The library, loaded when it is needed for the first time: most installations have no AI client that signs in. */
  provider(): Promise<Provider>;
  /** Works with it in the transaction of a request. */
  within<T>(db: Db, work: (provider: Provider) => Promise<T>): Promise<T>;
}

/** The authorization server for AI clients. */
export function createAuthorizationServer({
  config,
  store,
  signer,
  outbound,
  log,
  identity,
}: Pick<Services, "config" | "store" | "signer" | "outbound" | "log" | "identity">): AuthorizationServer {
  const keyExists = async (id: string) => (await store.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id))).length > 0;
  const transaction = new AsyncLocalStorage<Db>();
  let loaded: Promise<Provider> | undefined;
  const provider = () =>
    (loaded ??= import("./provider.ts").then(({ createProvider }) =>
      createProvider({ config, db: following(transaction, store.db), signer, outbound, log, identity, keyExists }),
    ));
  return {
    provider,
    within: async (db, work) => {
      const ready = await provider();
      return transaction.run(db, () => work(ready));
    },
  };
}
