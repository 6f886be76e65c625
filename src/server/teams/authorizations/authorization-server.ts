import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { eq } from "drizzle-orm";
import type Provider from "oidc-provider";
import { following } from "#server/platform/db/following.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Services, Sessions } from "#server/platform/http/context.ts";
import { apiKeys } from "#server/teams/teams.table.ts";
import type { Decided } from "./decided.ts";

export interface AuthorizationServer {
  /** The library, loaded when it is needed for the first time: most installations have no AI client that signs in. */
  provider(): Promise<Provider>;
  /** Works with it in the transaction of a request. */
  within<T>(db: Db, work: (provider: Provider) => Promise<T>): Promise<T>;
  /** The address that a token is for where a client names none. */
  readonly resource: string;
}

/** The authorization server for AI clients. */
export function createAuthorizationServer({
  config,
  store,
  signer,
  outbound,
  log,
}: Pick<Services, "config" | "store" | "signer" | "outbound" | "log">): AuthorizationServer {
  const keyExists = async (id: string) => (await store.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id))).length > 0;
  const transaction = new AsyncLocalStorage<Db>();
  let loaded: Promise<Provider> | undefined;
  const provider = () =>
    (loaded ??= import("./provider.ts").then(({ createProvider }) =>
      createProvider({ config, db: following(transaction, store.db), signer, outbound, log, keyExists }),
    ));
  return {
    provider,
    within: async (db, work) => {
      const ready = await provider();
      return transaction.run(db, () => work(ready));
    },
    get resource() {
      return `${config.baseUrl}/v2/mcp`;
    },
  };
}

const discovery = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"];
const ofProtocol = [
  ...discovery,
  "/oauth/authorize",
  "/oauth/authorize/:uid",
  "/oauth/token",
  "/oauth/register",
  "/oauth/revoke",
  "/oauth/jwks",
];

/** How long the body of a request may take. */
const bodyMs = 10_000;

/** The addresses of the protocol, which the library answers by itself. */
export function mountAuthorizationServer(
  http: FastifyInstance,
  { config, identity, authorizationServer: server }: Pick<Services, "config" | "identity"> & { authorizationServer: AuthorizationServer },
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const provider = await server.provider();
    const { raw } = request;
    if (request.routeOptions.url === "/oauth/authorize/:uid" && !(await isOfWhoDecided(provider, request, identity)))
      return reply.redirect(`${config.baseUrl}/authorize?refused=other_browser`, 303);
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    const { host, protocol } = new URL(config.baseUrl);
    // The library builds addresses from these: ours, whatever a proxy or a client says.
    raw.headers["x-forwarded-host"] = host;
    raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    if (request.routeOptions.url === "/oauth/authorize") raw.url = withDefaults(raw.url ?? "");
    raw.setTimeout(bodyMs);
    await provider.callback()(raw, reply.raw);
    return reply;
  };
  for (const url of ofProtocol)
    http.route({
      method: ["GET", "POST", "OPTIONS"],
      url,
      // Before the body is read: that is the library's.
      preParsing: async (request, reply) => void (await answer(request, reply)),
      handler: async (_request, reply) => reply,
    });
}

/** Hosts leave out what there is only one of. */
function withDefaults(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (!searchParams.get("scope")) searchParams.set("scope", "mcp");
  return `${pathname}?${searchParams.toString()}`;
}

/**
 * A decision counts in the browser it was made in. Else somebody could begin a sign-in, have a person decide on it by a link, and go on with it:
 * their client would act as that person.
 */
async function isOfWhoDecided(provider: Provider, request: FastifyRequest, identity: Sessions): Promise<boolean> {
  const { uid } = request.params as { uid: string };
  const interaction = await provider.Interaction.find(uid);
  const decided = interaction?.result?.["decided"] as Decided | undefined;
  // What is over or undecided is the library's to refuse.
  if (!interaction?.result) return true;
  const session = request.headers.cookie ? await identity.session(request.headers.cookie) : undefined;
  return session !== undefined && session.id === decided?.session;
}
