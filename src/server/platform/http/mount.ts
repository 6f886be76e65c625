import type { FastifyInstance, onErrorAsyncHookHandler } from "fastify";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { Events } from "#contract/event.ts";
import { type Lookup, type Owners, type Rule, ruleOf } from "./access.ts";
import { answer } from "./answer.ts";
import { strangerRefused } from "./caller.ts";
import type { Caller, Context, Route, Services, ToldOfUnread } from "./context.ts";
import { recordRefusal } from "./record-refusal.ts";
import { Refusal } from "./refusal.ts";
import { listSender } from "./send-list.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
    lookup: Lookup | undefined;
    /** Why the key that it has is refused. */
    keyRefused: string | undefined;
  }
  interface FastifyContextConfig {
    rule?: Rule;
    validationErrors?: true;
    bareErrors?: "with_issues" | "alone";
    /** See `signed` of the contract. */
    signed?: true;
  }
}

/** Largest JSON body in bytes (ours): room for the longest instructions with every character escaped. */
export const maxJsonBytes = 8_388_608;

/** Of an endpoint that nobody has to be known for, in bytes (ours): room for the longest set-up with every character escaped. */
const maxPublicBytes = 16_384;

/** The largest body of an endpoint in bytes. */
export function bodyLimitOf({ access, bytes, largestBody }: EndpointSpec): number {
  return access.scope === "public" ? (largestBody ?? maxPublicBytes) : (bytes ?? largestBody ?? maxJsonBytes);
}

/** The specification's `{braces}` in Fastify's form; a last `{path}` takes slashes. */
export function routePath(path: string): string {
  return path.replace(/\{path\}$/, "*").replace(/\{(\w+)\}/g, ":$1");
}

/** What all areas together know. */
interface Known {
  /** Where the ids of addresses lead. */
  readonly owners: Owners;
  /** What can happen. */
  readonly events: Events;
}

/** While the store is away it notes nothing: the answer is the same. */
function tellUnread(unread: ToldOfUnread, services: Services): onErrorAsyncHookHandler {
  return async (request, _reply, error) => {
    if (error instanceof Refusal) await unread(request.params as Record<string, string>, error, services).catch(() => undefined);
  };
}

/** Makes every endpoint reachable, by those whom its access lets in. */
export function mount<S extends Services>(
  app: FastifyInstance,
  services: S,
  routes: readonly Route<Context & S>[],
  { owners, events }: Known,
): void {
  const sendList = listSender(services.config.exportRows);
  for (const route of routes) {
    const { endpoint, handler } = route;
    const rule = ruleOf(endpoint, owners);
    if (endpoint.records !== undefined && !events[endpoint.records]) throw new Error(`${endpoint.name} records what no area hands in.`);
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      config: {
        rule,
        file: endpoint.bytes !== undefined,
        ...(endpoint.validationErrors && { validationErrors: true }),
        ...(endpoint.bareErrors && { bareErrors: endpoint.bareErrors }),
        ...(endpoint.signed && { signed: true }),
        ...(endpoint.form && { form: true }),
      },
      // A caller that nobody knows learns nothing about the form of a request, and none of their body is kept.
      preParsing: async (request) => {
        if (endpoint.access.scope !== "public" && !request.caller) throw strangerRefused(request);
      },
      bodyLimit: bodyLimitOf(endpoint),
      ...(handler?.unread && { onError: tellUnread(handler.unread, services) }),
      handler: (request, reply) =>
        answer({ services, route, rule, events, sendList }, request, reply).catch(async (failure: unknown) => {
          await recordRefusal(services, events, endpoint, request, failure);
          throw failure;
        }),
    });
  }
}
