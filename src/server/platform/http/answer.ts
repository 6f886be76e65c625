import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSecret, isUnkept } from "#contract/endpoint.ts";
import type { Events } from "#contract/event.ts";
import type { ListFile } from "#contract/export.ts";
import { z } from "#contract/zod.ts";
import { againIfUndone } from "#server/platform/db/undone.ts";
import type { Db } from "#server/platform/db/open.ts";
import { currentPatience, inBackground } from "#server/platform/db/patience.ts";
import { streamEvents } from "#server/platform/live/event-stream.ts";
import { type Rule, type TeamAccess, authorize } from "./access.ts";
import { attachment } from "./attachment.ts";
import type { Caller, Context, Route, Services } from "./context.ts";
import { once, type StoredAnswer } from "./idempotency.ts";
import { fromThisMachine } from "./neighbours.ts";
import { originOf } from "./origin-of.ts";
import { parseRequest } from "./parse-request.ts";
import { readable } from "./readable.ts";
import { recordSuccess } from "./recording.ts";
import { Refusal, refuse } from "./refusal.ts";
import { sendBytes } from "./send-file.ts";
import { sendJson } from "./send-json.ts";
import type { SendList } from "./send-list.ts";
import { storedShape } from "./stored-shape.ts";
import { telling } from "./telling.ts";
import { Greeting, Written } from "./written.ts";

interface Mounted<S extends Services> {
  readonly services: S;
  readonly route: Route<Context & S>;
  readonly rule: Rule;
  readonly events: Events;
  readonly sendList: SendList;
}

/** Answers a request to an endpoint: access, input, the handler's work in one transaction, and what follows once that is durable. */
export async function answer<S extends Services>(
  { services, route, rule, events, sendList }: Mounted<S>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = route;
  const { caller } = request;
  const changes = endpoint.method !== "GET" && !endpoint.readOnly;
  if (changes) currentPatience().origin = JSON.stringify(originOf(endpoint, caller, request));
  if (changes && caller?.readsOnly) throw refuse("forbidden", "This key only reads. Use one that may change things.");
  if (caller && isSecret(endpoint)) refuseSecret(caller);
  const input = parseRequest(endpoint, request);
  if (changes) currentPatience().about = objectOf(input);
  const team = await authorize(services.store, rule, caller, input, request.lookup);
  if (endpoint.stream && request.method === "HEAD") return reply.type("text/event-stream; charset=utf-8").send(Readable.from([]));
  if (endpoint.stream) {
    const { since_ms } = input.query as { since_ms?: number };
    return streamEvents(services, caller as Caller, team as TeamAccess, request, reply, since_ms);
  }

  const bringing = {
    ...services,
    db: services.store.db,
    team: team as TeamAccess,
    caller: caller as Caller,
    headers: request.headers,
  };
  const brought = await route.handler?.bring?.(input, bringing);
  const effects: (() => void)[] = [];
  const { live, changed, unchanged, changesNothing, teamOfChanges, startOver, tell } = telling(services, endpoint, input.params, team?.id);
  let created = false;
  const handle = async (db: Db): Promise<StoredAnswer> => {
    const context: Context & S = {
      ...services,
      live,
      changed,
      unchanged,
      db,
      caller: caller as Caller,
      team: team as TeamAccess,
      address: request.ip,
      isLocal: () => fromThisMachine(request),
      headers: request.headers,
      afterCommit: (effect) => void effects.push(effect),
      setCookie: (cookie) => void reply.header("set-cookie", cookie),
      created: () => void (created = true),
      brought,
      shows: (policy) => void reply.header("content-security-policy", policy),
      attachment: (name) => void reply.header("content-disposition", attachment(name)),
    };
    const result = await route.handler?.(input, context);
    if (result instanceof Greeting) return { status: 200, body: endpoint.greets && z.parse(endpoint.greets, result.said) };
    if (caller && !changesNothing()) {
      const { params, body } = input;
      await recordSuccess(db, events, endpoint, {
        userId: caller.userId,
        team: team?.id ?? teamOfChanges() ?? null,
        params,
        body,
        reply: result,
      });
    }
    const asDeclared = () => {
      const given: unknown = result instanceof Written ? JSON.parse(result.json) : result;
      const shape = storedShape(endpoint.reply);
      return endpoint.reads ? readable(shape, given, request.log) : z.parse(shape, given);
    };
    const isSent = endpoint.exports !== undefined || (result instanceof Written && result.isKnown);
    return { status: created ? 201 : (endpoint.status ?? 200), body: isSent ? result : asDeclared() };
  };

  const key = endpoint.creates && request.headers["idempotency-key"]?.toString();
  const work = (tx: Db): Promise<StoredAnswer> => {
    effects.length = 0;
    startOver();
    created = false;
    if (key === undefined || !caller) return handle(tx);
    const sent = `${request.url}\n${typeof request.body === "string" ? request.body : ""}`;
    return once(tx, services.signer, endpoint, caller, key, sent, () => handle(tx));
  };
  if (endpoint.exports) {
    const read = async () => (await handle(services.store.db)).body as ListFile<never>;
    const sent = await sendList({ ...endpoint, exports: endpoint.exports }, input.body, (caller as Caller).userId, read);
    return sent.to(reply, services.clock().toISOString().slice(0, 10));
  }
  const refused = async (failure: unknown) => {
    // Without it they go later. After any other failure the rows may exist.
    const { object_key } = (brought ?? {}) as { object_key?: string };
    if (object_key !== undefined && failure instanceof Refusal) await services.objects.remove(object_key).catch(() => undefined);
    throw failure;
  };
  const alone = key === undefined && route.handler?.oneStatement?.(input) === true;
  const run = (): Promise<StoredAnswer> => {
    // What only reads needs no transaction.
    if (endpoint.method === "GET" || endpoint.readOnly) return againIfUndone(() => handle(services.store.db));
    // Nobody is known yet at a public endpoint: it must not hold a connection while it hashes a password.
    if (endpoint.access.scope === "public") return handle(services.store.db);
    return againIfUndone(() => (alone ? work(services.store.db) : services.store.db.transaction(work))).catch(refused);
  };
  const stored = await run();
  inBackground(() => {
    for (const effect of effects) effect();
    tell();
  });
  if (endpoint.download) return sendBytes(request, reply.type(endpoint.download), stored.body as Buffer);
  if (stored.status === 204) return reply.code(204).send();
  if (stored.status === 308) void reply.header("location", (stored.body as { location: string }).location);
  const json = stored.body instanceof Written ? stored.body.json : JSON.stringify(stored.body);
  const unkept = isUnkept(endpoint) || (endpoint.access.scope === "public" && endpoint.method !== "GET");
  return sendJson(request, reply.code(stored.status), json, unkept);
}

/** What lets in whoever has it is for people, and for the programs that they trust with a key that changes things. */
function refuseSecret({ isClient, readsOnly }: Caller): void {
  if (isClient)
    throw refuse(
      "forbidden",
      "This answer gives access to anyone who has it, so an AI client does not get it. Ask a person to do this in the console.",
    );
  if (readsOnly) throw refuse("forbidden", "This answer gives access to anyone who has it, so a key that only reads does not get it.");
}

/** What a request changes: an agent that it names, or the first object of its address that is no team. */
function objectOf({ params, body }: { params?: Readonly<Record<string, unknown>> | undefined; body?: unknown }): string | undefined {
  const { agent_id } = (body ?? {}) as { agent_id?: unknown };
  const object = agent_id ?? Object.entries(params ?? {}).find(([name]) => name !== "teamId")?.[1];
  return typeof object === "string" ? object : undefined;
}
