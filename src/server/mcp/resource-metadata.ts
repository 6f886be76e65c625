import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

/** What a client is told that came without a key: where it reads how to sign in. */
export function challengeFor(baseUrl: string, url: string): string {
  const path = url.split("?")[0] ?? "";
  return `Bearer resource_metadata="${baseUrl}${wellKnown}${/^[\w/,-]+$/.test(path) ? path : "/v2/mcp"}", scope="mcp"`;
}

/** Says of each address of MCP which authorization server lets clients in (RFC 9728). */
export function mountResourceMetadata(http: FastifyInstance, config: Config, paths: readonly string[]): void {
  for (const path of ["", ...paths])
    http.get(`${wellKnown}${path}`, async (request, reply) => {
      const address = path === "" ? "/v2/mcp" : (request.url.split("?")[0] ?? "").slice(wellKnown.length);
      return reply.header("access-control-allow-origin", "*").send({
        resource: `${config.baseUrl}${address}`,
        resource_name: "Caseload",
        authorization_servers: [config.baseUrl],
        scopes_supported: ["mcp"],
        bearer_methods_supported: ["header"],
      });
    });
}
