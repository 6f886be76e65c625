import type { FastifyInstance, FastifyRequest } from "fastify";

/** What a log may say of a request. An address is none of it: a signed one lets in whoever reads it. */
interface Told {
  readonly method: string;
  readonly route: string;
  /** The ids in its address, by their names. */
  readonly [id: string]: string;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Its route and the ids in its address, in the words of the store: `team_id`, `run_id`. */
export function toldOf(request: Pick<FastifyRequest, "method" | "routeOptions" | "params">): Told {
  const params = Object.entries((request.params ?? {}) as Record<string, unknown>);
  const ids = params.flatMap(([name, value]) =>
    /(^|_)id$|Id$/.test(name) && typeof value === "string" && isId.test(value) ? [[snakeCase(name), value]] : [],
  );
  return { method: request.method, route: request.routeOptions?.url ?? "none", ...Object.fromEntries(ids) };
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One line for each request, at `info`. */
export function logRequests(http: FastifyInstance): void {
  http.addHook("onResponse", async (request, reply) => {
    const { caller } = request;
    request.log.info(
      {
        ...toldOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        bytes: Number(reply.getHeader("content-length") ?? 0),
        ...(caller && { user_id: caller.userId }),
      },
      "request",
    );
  });
}
