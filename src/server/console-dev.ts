import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { ofApi } from "#server/platform/http/api-names.ts";

/** Serves the console from its sources with hot reload. No content security policy: the reloader works by inline scripts. */
export async function mountConsoleDev(http: FastifyInstance, root: string, apiBaseUrl: string | undefined): Promise<void> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true, ws: { server: http.server } }, appType: "custom" });
  http.addHook("onClose", () => vite.close());
  http.get("/*", (request, reply) => {
    if (ofApi(request.url)) return reply.callNotFound();
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, async () => {
      const html = await readFile(join(root, "index.html"), "utf8");
      const page = (await vite.transformIndexHtml(request.url, html))
        .replaceAll("__NONCE__", "dev")
        .replaceAll("__API_BASE_URL__", apiBaseUrl ?? "");
      reply.raw.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    });
  });
}
