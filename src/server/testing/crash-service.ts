// The service as `npm start` runs it, with one more tool that reaches outside: it posts to the ledger that LEDGER_URL names.
import { z } from "#contract/zod.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { keepToOurselves } from "#server/data-folder.ts";
import { stopOnSignal } from "#server/stop-on-signal.ts";
import { tool } from "#server/engine/tools/tool.ts";
import { ensureAdmin } from "#server/teams/teams/admin.ts";

const ledger = process.env.LEDGER_URL ?? "";
const postOutside = tool({
  name: "post_outside",
  type: "mcp",
  effect: "outside",
  description: "Post a key to the ledger.",
  parameters: z.strictObject({ key: z.string() }),
  async execute({ key }) {
    await fetch(ledger, { method: "POST", body: key });
    return { posted: key };
  },
});

const config = readConfig(process.env);
await keepToOurselves(config);
const app = await createApp({ config, logLevel: "silent", measureProcess: true, engine: { tools: [postOutside] } });
await app.http.listen({ port: config.port, host: "127.0.0.1" });
await ensureAdmin(app.services);
process.stdout.write("ready\n");
stopOnSignal(app, config.drainSeconds, (error) => {
  throw error;
});
