import { join } from "node:path";
import { ensureAdmin } from "#server/teams/admin.ts";
import { isSetupNeeded, setupCode } from "#server/teams/setup-code.ts";
import { createApp } from "./app.ts";
import { hiddenFromPrograms, readConfig } from "./config.ts";
import { buildConsoleIfStale } from "./console-build.ts";

const root = new URL("../..", import.meta.url).pathname;
const dev = process.argv.includes("--dev");

/** Reads the environment, starts the service and stays until it is told to stop. */
async function main(): Promise<void> {
  hiddenFromPrograms("The folder of this service", root);
  const config = readConfig(process.env);
  const consoleFolder = join(root, "dist/console");
  if (!dev) await buildConsoleIfStale(root, consoleFolder);
  const app = await createApp({ config, consoleFolder: dev ? undefined : consoleFolder, logLevel: process.env.LOG_LEVEL ?? "warn" });
  if (dev) await (await import("./console-dev.ts")).mountConsoleDev(app.http, root, config.apiBaseUrl);
  stopOnSignal(() => app.close());
  await app.http.listen({ port: config.port, host: config.host, backlog: 1024 });
  const admin = await ensureAdmin(app.services);
  if (admin?.created && config.sampleWorkspace) app.services.loadSample(admin.teamId, admin.userId);
  const code = (await isSetupNeeded(app.services))
    ? `Set-up code for a browser on another machine: ${setupCode(app.services.signer)}\n`
    : "";
  process.stdout.write(`${code}Caseload is ready: ${config.baseUrl}\n`);
}

/** The first signal ends the service in order, the second one at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

function fail(error: unknown): never {
  const { code, message = String(error), stack } = error as { code?: string; message?: string; stack?: string };
  const text = code === "EADDRINUSE" ? "The port is taken by another program. Set PORT to a free one." : message;
  process.stderr.write(`${text}\n`);
  if (process.env.LOG_LEVEL === "debug") process.stderr.write(`${stack}\n`);
  process.exit(1);
}

main().catch(fail);
