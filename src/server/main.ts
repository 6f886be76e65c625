import { join } from "node:path";
import { askForSample } from "#server/teams/sample/sample.store.ts";
import { ensureAdmin } from "#server/teams/teams/admin.ts";
import { requireWayIn } from "#server/teams/single-sign-on/way-in.ts";
import { isSetupNeeded, setupCode } from "#server/teams/sign-in/setup-code.ts";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { hiddenFromPrograms } from "#server/engine/sandbox/host-folders.ts";
import { buildConsoleIfStale } from "./console-build.ts";
import { keepToOurselves } from "./data-folder.ts";
import { listen } from "./listen.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { storeFailure } from "./platform/db/store-failure.ts";
import { StartRefusal } from "./platform/db/start-refusal.ts";

const root = new URL("../..", import.meta.url).pathname;
const dev = process.argv.includes("--dev");

/** Whoever reads what the service prints may go away before the service does. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Reads the environment, starts the service and stays until it is told to stop. */
async function main(): Promise<void> {
  hiddenFromPrograms("The folder of this service", root);
  const config = readConfig(process.env);
  const consoleFolder = join(root, "dist/console");
  if (!dev) await buildConsoleIfStale(root, consoleFolder);
  // The console is for everybody, and another account may start the service next time.
  await keepToOurselves(config);
  const app = await createApp({
    config,
    consoleFolder: dev ? undefined : consoleFolder,
    logLevel: config.logLevel,
    measureProcess: true,
  });
  if (dev) await (await import("./console-dev.ts")).mountConsoleDev(app.http, root, config.apiBaseUrl);
  stopOnSignal(app, config.drainSeconds, fail);
  await listen(app.http, config);
  const admin = await ensureAdmin(app.services);
  const locked = await requireWayIn(app.services);
  if (admin?.created && config.sampleWorkspace) await askForSample(app.services.store.db, admin, "loaded");
  const code = (await isSetupNeeded(app.services))
    ? `Set-up code for a browser on another machine: ${setupCode(app.services.signer)}\n`
    : "";
  if (locked !== undefined) process.stdout.write(`${locked}\n`);
  if (app.paused())
    process.stdout.write(
      "Paused: no run, schedule, trigger, mail or webhook starts, because this is a restored copy or PAUSED was true. PAUSED=false ends that.\n",
    );
  process.stdout.write(`${code}Caseload is ready: ${config.baseUrl}\n`);
  setTimeout(giveBackMemory, 3_000).unref();
}

/** A fifth of the memory after a start is what starting took. V8 keeps it for what may come until it is asked, which only `npm start` allows. */
function giveBackMemory(): void {
  void globalThis.gc?.({ type: "major", execution: "async", flavor: "last-resort" });
}

/** Of sysexits.h: it may well work next time. */
const temporaryFailure = 75;

function fail(error: unknown): never {
  const { stack } = error as { stack?: string };
  process.stderr.write(`${sentence(error)}\n`);
  if (process.env.LOG_LEVEL === "debug") process.stderr.write(`${stack}\n`);
  const temporary = error instanceof StartRefusal ? error.temporary : storeFailure(error) !== undefined;
  process.exit(temporary ? temporaryFailure : 1);
}

function sentence(error: unknown): string {
  const { code, message = String(error) } = error as { code?: string; message?: string };
  if (code === "EADDRINUSE") return "The port is taken by another program. Set PORT to a free one.";
  if (error instanceof StartRefusal) return message;
  const failure = storeFailure(error);
  if (failure === "full") return "There is no room left for the store. Make room, then start the service again.";
  return failure ? `PostgreSQL did not answer while the service started or stopped. Start it again. (${causeOf(error)})` : message;
}

/** What was wrapped last says what happened; what wraps it may quote a statement. */
function causeOf(error: unknown): string {
  return error instanceof Error && error.cause ? causeOf(error.cause) : (error as Error).message;
}

outliveReaders();
main().catch(fail);
