import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "#server/testing/free-port.ts";
import { patientSettings } from "#server/testing/patience/patient-settings.ts";
import { storeFolder } from "#server/testing/store-folder.ts";
import { storeOf } from "./store-of.ts";

const root = join(import.meta.dirname, "..");

export const owner = { email: "owner@example.com", password: "correct horse battery" } as const;
export const ownerKey = "owner-token-0123456789abcdefghijkl";
/** Signs an owner up at the first start. */
export const withOwner = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, ADMIN_TOKEN: ownerKey } as const;

/** What a browser keeps of somebody who is signed in. */
export interface Session {
  readonly name: string;
  readonly value: string;
}

export interface Service {
  readonly url: string;
  readonly dataDir: string;
  /** What it printed for a set-up from another machine; absent where it has an owner. */
  readonly setupCode?: string | undefined;
  /** The owner's address, and a key of theirs for all teams. */
  readonly email: string;
  readonly key: string;
  /** A session of the owner; absent where nobody has signed in yet. */
  readonly session?: Session;
  /** One statement in its store, for what no endpoint makes: a second team. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  /** Ends the process at once, as a crash does; the data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Ends it in order; the data stays. */
  end(): Promise<void>;
  /** Ends it in order and removes its data. */
  stop(): Promise<void>;
}

/** Data that a former service has left, and that others begin with. */
export interface Begun {
  readonly dataDir: string;
  readonly session?: Session;
}

/** Starts the service as `npm start` does, on a free port of its own. `env` adds to a generous quota; `program` takes the place of what that runs. */
export async function startService(env: Record<string, string> = {}, begun?: Begun, program?: string): Promise<Service> {
  const dataDir = await storeFolder("caseload-e2e-");
  // With its accounts: under root the store runs as another one.
  if (begun) await promisify(execFile)("cp", ["-a", `${begun.dataDir}/.`, dataDir]);
  const settings = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    RATE_LIMIT_QUOTA: "1000000",
    LOG_LEVEL: "info",
    ...patientSettings,
    DRAIN_SECONDS: "0",
    ...env,
  };
  const command = program === undefined ? startCommand() : [program];
  const { port, ...started } = await startOnFreePort(settings, command);
  let { child, said } = started;
  return {
    setupCode: /^Set-up code.*: (\S+)$/m.exec(said)?.[1],
    url: `http://127.0.0.1:${port}`,
    dataDir,
    email: owner.email,
    key: ownerKey,
    ...(begun?.session !== undefined && { session: begun.session }),
    query: (text, values = []) => inStore(dataDir, text, values),
    kill: () => end(child, "SIGKILL"),
    restart: async () => {
      await end(child, "SIGTERM");
      ({ child, said } = await start({ ...settings, PORT: port }, command));
    },
    end: () => end(child, "SIGTERM"),
    stop: async () => {
      await end(child, "SIGTERM");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Signs somebody in who has the owner's password. */
export async function sessionOf(url: string, email: string): Promise<Session> {
  const answer = await fetch(`${url}/v2/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: owner.password }),
  });
  const [, name, value] = /^(\w+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "") ?? [];
  if (name === undefined || value === undefined) throw new Error(`${email} is not signed in: ${await answer.text()}`);
  return { name, value };
}

async function inStore(dataDir: string, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client(storeOf(dataDir));
  await client.connect();
  try {
    return await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

/** What `npm start` runs, without npm between us and the process. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  // The shell of npm makes way for the service, so that a signal to npm reaches it.
  const [exec, program, ...args] = scripts.start.split(" ");
  if (exec !== "exec" || program !== "node") throw new Error(`npm start runs ${scripts.start}, not exec node`);
  return args;
}

const logs: Buffer[] = [];
const mostLogged = 400;

function noteLog(chunk: Buffer): void {
  logs.push(chunk);
  if (logs.length > mostLogged) logs.shift();
}

/** What the services that this process started have printed last, one after the other. */
export function serviceLogs(): string {
  return Buffer.concat(logs).toString();
}

interface Started {
  readonly child: ChildProcess;
  readonly said: string;
}

/** Until the service listens on a port that is free, somebody else may take it: then it starts on another one. */
async function startOnFreePort(env: NodeJS.ProcessEnv, command: string[]): Promise<Started & { readonly port: string }> {
  const port = String(await freePort());
  try {
    return { port, ...(await start({ ...env, PORT: port }, command)) };
  } catch (error) {
    if (!String(error).includes("The port is taken")) throw error;
    return startOnFreePort(env, command);
  }
}

async function start(env: NodeJS.ProcessEnv, command: string[]): Promise<Started> {
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise<void>((ready, fail) => {
    let isReady = false;
    const listen = (chunk: Buffer) => {
      noteLog(chunk);
      if (isReady) return;
      said += chunk.toString();
      isReady = said.includes("Caseload is ready");
      if (isReady) ready();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", fail);
    // Behind its last words.
    child.once("close", () => fail(new Error(`The service ended while starting.\n${said}`)));
  });
  return { child, said };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await gone;
}
