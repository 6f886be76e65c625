import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Services, Sessions } from "#server/platform/http/context.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import { isDecidersBrowser } from "./decided.ts";
import { responseModes, scope, sessionCookie, staying } from "./protocol.ts";

const opened = "/oauth/authorize";
const resumed = "/oauth/authorize/:uid";
/** What a browser opens, and what a program asks. */
const ofProtocol = {
  GET: ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration", opened, resumed, "/oauth/jwks"],
  POST: ["/oauth/token", "/oauth/register", "/oauth/revoke"],
};

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
    const refused = (why: string) => reply.redirect(`${config.baseUrl}/authorize?refused=${why}`, 303);
    const { url } = request.routeOptions;
    if (url === resumed && !(await isOfWhoDecided(provider, request, identity))) return refused("other_browser");
    if (url === opened && !isAnswerable(request)) return refused("unsupported_response_mode");
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    const { host, protocol } = new URL(config.baseUrl);
    // The library builds addresses from these: ours, whatever a proxy or a client says.
    raw.headers["x-forwarded-host"] = host;
    raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    if (url === opened) raw.url = asOffered(raw.url ?? "");
    // Each sign-in is one by itself: the library would first end the one before, on a page of its own.
    raw.headers.cookie = withoutSession(raw.headers.cookie ?? "");
    raw.setTimeout(bodyMs, () => tooSlow(reply.raw));
    await provider.callback()(raw, reply.raw);
    return reply;
  };
  for (const [method, url] of Object.entries(ofProtocol).flatMap(([of, urls]) => urls.map((each) => [of, each] as const)))
    http.route({
      method: [method, "OPTIONS"],
      url,
      // Before the body is read: that is the library's.
      preParsing: async (request, reply) => void (await answer(request, reply)),
      handler: async (_request, reply) => reply,
    });
}

/** Of OpenID Connect: the library refuses them where nobody is told who signed in. A parameter that means nothing here is ignored (RFC 6749). */
const ignored = ["acr_values", "claims", "claims_locales", "id_token_hint", "max_age", "nonce"];

/** A client gets the one permission that there is, whatever it asks for: hosts leave it out, or add those that they need elsewhere. */
function asOffered(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const stays = searchParams.get("scope")?.split(" ").includes(staying);
  searchParams.set("scope", stays ? `${scope} ${staying}` : scope);
  // The library drops it where it does not read that the person is asked, as everybody is here.
  if (stays && !searchParams.has("prompt")) searchParams.set("prompt", "consent");
  for (const name of ignored) searchParams.delete(name);
  return `${pathname}?${searchParams.toString()}`;
}

function isAnswerable({ query }: FastifyRequest): boolean {
  const mode = (query as { response_mode?: unknown }).response_mode;
  return mode === undefined || responseModes.some((one) => one === mode);
}

/** A `Cookie` header without what the library remembers of a sign-in before. */
function withoutSession(cookies: string): string {
  return cookies
    .split(/; */)
    .filter((pair) => !pair.startsWith(`${sessionCookie}=`))
    .join("; ");
}

function tooSlow(answer: ServerResponse): void {
  if (answer.headersSent) return void answer.destroy();
  const body = JSON.stringify({ error: "invalid_request", error_description: "The request took too long to arrive." });
  answer.writeHead(408, { "content-type": "application/json", connection: "close" }).end(body);
}

/** What is over or undecided is the library's to refuse. */
async function isOfWhoDecided(provider: Provider, request: FastifyRequest, identity: Pick<Sessions, "session">): Promise<boolean> {
  const { uid } = request.params as { uid: string };
  const result = (await provider.Interaction.find(uid))?.result;
  return result === undefined || isDecidersBrowser(identity, request.headers.cookie, result);
}
