import { appendFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { expect } from "vitest";
import { type CallInput, type EndpointSpec, type Reply, successStatuses } from "#contract/endpoint.ts";
import { type ErrorBody, ErrorBody as ErrorBodySchema } from "#contract/errors.ts";
import { z } from "#contract/zod.ts";
import { type App, type AppOptions, createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openPrograms } from "#server/platform/db/open.ts";
import { createPool } from "#server/platform/db/pool.ts";
import type { Passwords } from "#server/teams/sign-in/passwords.ts";
import { cheapPasswords } from "./cheap-passwords.ts";
import { logLines } from "./log-lines.ts";
import { createDatabase, dropDatabase } from "./database.ts";
import { patientSettings } from "./patience/patient-settings.ts";
import { type People, type PersonName, people as peopleOfTests } from "./people.ts";

export interface Answer<E> {
  readonly status: number;
  readonly headers: Headers;
  /** The reply when the call succeeded, else undefined. */
  readonly ok: Reply<E> | undefined;
  readonly error: ErrorBody | undefined;
}

export interface CallOptions {
  /** A person of {@link People} (their key for all teams), or a key itself; `null`: nobody. Default: `owner`. */
  as?: PersonName | { key: string } | null;
  headers?: Record<string, string>;
  /** Takes it for an answer too that the service has too much to do. Otherwise one asks again then, as the console does: nothing was changed. */
  refusedBusy?: boolean;
}

export interface TestService extends People {
  readonly app: App;
  readonly url: string;
  readonly pool: pg.Pool;
  /** Sends a real request. Checks every answer against the contract, its headers, and notes what was seen for the coverage gate. */
  call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Answer<E>>;
  /** As `call`, for an answer that has to be a success. */
  ok<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Reply<E>>;
  /** As `call`, for an answer that has to be this error. */
  fails<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, code: string, options?: CallOptions): Promise<ErrorBody>;
  close(): Promise<void>;
}

export interface TestOptions {
  env?: Record<string, string>;
  engine?: AppOptions["engine"];
  /** Areas beside those of the service. */
  areas?: AppOptions["areas"];
  clock?: () => Date;
  /** Gets every line of the log, down to the finest. */
  logTo?: AppOptions["logTo"];
  /** How passwords are kept; otherwise cheaply. */
  passwords?: Passwords;
  /** What is done instead of waiting where guesses at passwords come too fast. */
  wait?: AppOptions["wait"];
  /** How many connections to the store it may have; otherwise as many as outside of tests. */
  connections?: number;
  /** How long a body may come to a stop, in ms; otherwise as long as outside of tests. */
  bodyWindowMs?: number;
  /** Without people: a fresh installation. */
  empty?: boolean;
}

/** Settings that are about this machine: where its browser lies. */
export const installed: Record<string, string> = process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {};

/** What `telling` logs of an operation whose other windows would keep what they show. */
const undeclared = "changes a topic that it does not declare";

/** A whole service on a free port with a database of its own. */
export async function startService(options: TestOptions = {}): Promise<TestService> {
  const connection = await createDatabase(options.empty ? "empty" : "people");
  const dataDir = await mkdtemp(join(tmpdir(), "caseload-data-"));
  const complaints: string[] = [];
  const logTo = options.logTo ?? logLines;
  const pool = createPool({ ...connection, ...(options.connections && { max: options.connections }) });
  const programs = openPrograms(connection);
  const store = { db: drizzle(pool), pool, programs, embedded: true, close: () => pool.end() };
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: "0",
    RATE_LIMIT_QUOTA: "1000000",
    ...patientSettings,
    ...installed,
    ...options.env,
  });
  const app = await createApp({
    config,
    store,
    passwords: options.passwords ?? cheapPasswords,
    logLevel: options.logTo ? "trace" : "info",
    logTo: {
      write(line) {
        if (line.includes(undeclared)) complaints.push(line);
        logTo.write(line);
      },
    },
    ...(options.wait && { wait: options.wait }),
    ...(options.clock && { clock: options.clock }),
    ...(options.bodyWindowMs && { bodyWindowMs: options.bodyWindowMs }),
    ...(options.engine && { engine: options.engine }),
    ...(options.areas && { areas: options.areas }),
  });
  const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
  (config as { baseUrl: string }).baseUrl = options.env?.BASE_URL ?? url;
  const people = options.empty ? ({ keys: {} } as unknown as People) : peopleOfTests();

  const call: TestService["call"] = async (endpoint, input, callOptions = {}) => {
    for (;;) {
      const response = await fetch(url + addressOf(endpoint, input), {
        method: endpoint.method,
        ...requestOf(endpoint, input, callOptions, people),
      });
      const answer = await readAnswer(endpoint, response);
      if (answer.error?.error !== "busy" || callOptions.refusedBusy) return answer;
      await sleep(Number(answer.headers.get("retry-after")) * 1000);
    }
  };
  return {
    ...people,
    app,
    url,
    pool,
    call,
    async ok(endpoint, input, callOptions) {
      const answer = await call(endpoint, input, callOptions);
      if (answer.error) throw new Error(`${endpoint.name} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
      return answer.ok as Reply<typeof endpoint>;
    },
    async fails(endpoint, input, code, callOptions) {
      const answer = await call(endpoint, input, callOptions);
      expect(answer.error?.error ?? `success ${answer.status}`, `${endpoint.name}: ${answer.error?.message}`).toBe(code);
      return answer.error as ErrorBody;
    },
    async close() {
      await app.close();
      await programs.$client.end();
      await pool.end();
      await dropDatabase(connection);
      await rm(dataDir, { recursive: true, force: true });
      expect(complaints, `An operation ${undeclared}`).toEqual([]);
    },
  };
}

/** The address of a call; the values of a `{path}` keep their slashes. */
export function addressOf(endpoint: EndpointSpec, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name]);
    return name === "path" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, string | number | boolean | undefined>))
    if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function requestOf(endpoint: EndpointSpec, input: { body?: unknown; bytes?: unknown }, options: CallOptions, people: People): RequestInit {
  const as = options.as === undefined ? "owner" : options.as;
  const key = as === null ? undefined : typeof as === "string" ? people.keys[as] : as.key;
  const bytes = endpoint.bytes === undefined ? undefined : (input.bytes as string | Uint8Array<ArrayBuffer>);
  const body = bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  return {
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": bytes === undefined ? "application/json" : "application/octet-stream" }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
    redirect: "manual",
  };
}

const always = ["x-request-id", "ratelimit-policy", "ratelimit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

async function readAnswer<E extends EndpointSpec>(endpoint: E, response: Response): Promise<Answer<E>> {
  const { status, headers } = response;
  const missing = always.filter((name) => !headers.get(name));
  expect(missing, `headers that ${endpoint.name} ${status} has not`).toEqual([]);
  const body: unknown =
    status === 204
      ? null
      : response.ok && endpoint.exports
        ? Buffer.from(await response.arrayBuffer()).toString()
        : response.ok && endpoint.download
          ? new Uint8Array(await response.arrayBuffer())
          : await response.json();
  if (status < 400) {
    expect(successStatuses(endpoint)).toContain(status);
    note(endpoint, "success");
    return { status, headers, ok: (endpoint.exports ? body : z.parse(endpoint.reply, body)) as Reply<E>, error: undefined };
  }
  const error = ErrorBodySchema.parse(body);
  note(endpoint, error.error);
  return { status, headers, ok: undefined, error };
}

/** Notes for the coverage gate what was seen of an endpoint outside of `call`. */
export function note(endpoint: EndpointSpec, outcome: string): void {
  if (process.env.TEST_COVERAGE) appendFileSync(join(process.env.TEST_COVERAGE, String(process.pid)), `${endpoint.name} ${outcome}\n`);
}
