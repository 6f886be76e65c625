import { readConfig } from "./config.ts";
import { SettingError } from "./platform/config.ts";
import { createPool } from "./platform/db/pool.ts";
import { refusePooler } from "./platform/db/refuse-pooler.ts";
import { bringUpToDate, planOf } from "./platform/db/up-to-date.ts";

// `npm run migrate`: brings the store to this version before its processes start, beside those of the version before. With `-- --plan` it says what
// it would do, and changes nothing.

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main([option, ...more]: readonly string[]): Promise<void> {
  if ((option !== undefined && option !== "--plan") || more.length > 0)
    throw new SettingError("Say `npm run migrate` to change the store, or `npm run migrate -- --plan` to see what that would do.");
  const { databaseUrl, build } = readConfig(process.env);
  if (!databaseUrl) throw new SettingError("Set DATABASE_URL. The service changes an embedded store when it starts.");
  await refusePooler(databaseUrl);
  const pool = createPool({ connectionString: databaseUrl });
  try {
    const plan = await planOf(pool, { version: build.name });
    if (option === "--plan") return plan.length === 0 ? say("The store is up to date.") : plan.forEach((step) => say(step));
    const progress = (step: number, of: number, name: string) => say(`${step} of ${of}: ${name}`);
    await bringUpToDate(pool, { version: build.name, progress });
    say("The store is up to date.");
  } finally {
    await pool.end();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = (error as { temporary?: boolean }).temporary ? 75 : 1;
});
