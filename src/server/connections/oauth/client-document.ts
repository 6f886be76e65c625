import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { aboutUs, callbackPath } from "./our-client.ts";

const path = "/client-metadata.json";

/** A client id that says by itself who this is: the address of a document. Undefined where others cannot read it. */
export function clientDocumentUrl({ baseUrl, oauthClientDocument }: Config): string | undefined {
  return oauthClientDocument && baseUrl.startsWith("https:") ? new URL(path, baseUrl).href : undefined;
}

/** Serves that document to whoever asks. */
export function mountClientDocument(http: FastifyInstance, config: Config): void {
  http.get(path, async (_request, reply) => {
    const { baseUrl } = config;
    const about = { client_id: new URL(path, baseUrl).href, client_uri: baseUrl, ...aboutUs(new URL(callbackPath, baseUrl).href) };
    return reply.headers({ "cache-control": "public, max-age=300", "access-control-allow-origin": "*" }).send(about);
  });
}
