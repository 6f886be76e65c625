// The service with one area more, as `main.ts` starts it: the list of areas is all that knows of it.
import { join } from "node:path";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { ensureAdmin } from "#server/teams/teams/admin.ts";
import { toys } from "#server/testing/toys/area.ts";
import { toyTables } from "#server/testing/toys/tables.ts";

const config = readConfig(process.env);
const consoleFolder = join(import.meta.dirname, "../../node_modules/.cache/toys-console");
const app = await createApp({ config, areas: [toys], consoleFolder });
await app.services.store.pool.query(toyTables);
await app.http.listen({ port: config.port, host: config.host });
await ensureAdmin(app.services);
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
process.stdout.write("Caseload is ready\n");
