import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { freePort } from "./free-port.ts";
import { patientSettings } from "./patience/patient-settings.ts";
import { addressOf } from "./service.ts";
import { storeFolder } from "./store-folder.ts";

const key = "crash-test-token-0123456789abcdef";
const root = new URL("../../..", import.meta.url).pathname;

/** The service in a process of its own, which a test may kill or stop at any moment. */
export interface ServiceProcess {
  readonly url: string;
  /** Comes back when the service answers. */
  start(): Promise<void>;
  call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Promise<Reply<E>>;
  /** As `call`, with whatever the answer is. */
  send<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, signal?: AbortSignal): Promise<Response>;
  /** The status of an address that needs no key. */
  status(path: string): Promise<number>;
  metrics(): Promise<string>;
  /** How many runs it works on. */
  held(): Promise<number>;
  pid(): number | undefined;
  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGTERM" | "SIGINT"): void;
  /** Comes back with its exit code when the process is gone. */
  gone(): Promise<number | null>;
  /** Comes back when the process is gone. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** Sends requests to an address that leads to such processes. */
export function senderTo(url: string): ServiceProcess["send"] {
  return (endpoint, input, signal) => {
    const body = "body" in input ? JSON.stringify(input.body) : undefined;
    return fetch(`${url}${addressOf(endpoint, input)}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body }),
      ...(signal && { signal }),
    });
  };
}

export async function createServiceProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  const send = senderTo(url);
  const gone = async () => {
    // One that ended before says nothing more.
    if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once("exit", done));
    return child.exitCode;
  };
  return {
    url,
    send,
    metrics,
    status: async (path) => (await fetch(`${url}${path}`)).status,
    async start() {
      child = spawn(
        process.execPath,
        ["--import", join(root, "src/server/loading.js"), join(root, "src/server/testing/crash-service.ts")],
        {
          cwd: root,
          env: {
            PATH: process.env.PATH,
            PORT: String(port),
            RATE_LIMIT_QUOTA: "1000000",
            ...patientSettings,
            // Nobody sends requests here but the test, which knows when it stops the service.
            DRAIN_SECONDS: "0",
            ADMIN_EMAIL: "owner@example.com",
            ADMIN_PASSWORD: "correct horse battery",
            ADMIN_TOKEN: key,
            ...env,
          },
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      let words = "";
      child.stderr?.setEncoding("utf8").on("data", (said: string) => {
        process.stderr.write(said);
        words += said;
      });
      await new Promise<void>((ready, fail) => {
        child.stdout?.once("data", () => ready());
        // Once nothing more is read of it, unlike "exit".
        child.once("close", (code) => fail(new Error(`the service ended with ${code} while starting: ${words}`)));
      });
    },
    async call(endpoint, input) {
      const response = await send(endpoint, input);
      if (!response.ok) throw new Error(`${endpoint.name} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Reply<typeof endpoint>;
    },
    held: async () => Number(/^caseload_runs_held (\d+)$/m.exec(await metrics())?.[1]),
    pid: () => child.pid,
    signal: (signal) => void child.kill(signal),
    gone,
    async end(signal) {
      child.kill(signal);
      await gone();
    },
  };
}

export function createDataDir(): Promise<string> {
  return storeFolder("caseload-crash-");
}
