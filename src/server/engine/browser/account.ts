import { execFile } from "node:child_process";
import { chown, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { makeOwnFolder, sweepOwnFolders } from "#server/engine/program/own-folders.ts";
import type { BrowserProbe } from "./browser.ts";

/** Beside those of programs; nobody else's. */
const account = 65_199;
const path = "/usr/local/bin:/usr/bin:/bin";
const starter = new URL("./as-account.sh", import.meta.url).pathname;

/** How a browser is started, and what is left to remove after its end. */
export interface BrowserLaunch {
  readonly executablePath: string;
  /** None of the service's own settings: they hold keys. */
  readonly env: Record<string, string>;
  removeHome(): Promise<void>;
}

/** Under root pages that a model chose would be shown with all rights, and Chromium's own sandbox does not start: there it has an account. */
const needsAccount = () => process.getuid?.() === 0;

/** Whether the browser's account may start this browser. */
export async function probeAccount(browser: string): Promise<BrowserProbe> {
  if (!needsAccount()) return { ok: true };
  const ids = ["--reuid", String(account), "--regid", String(account), "--clear-groups", "--"];
  try {
    await promisify(execFile)("setpriv", [...ids, "test", "-x", browser], { env: { PATH: path }, cwd: "/" });
    return { ok: true };
  } catch (error) {
    const missing = (error as { code?: unknown }).code === "ENOENT";
    const reason = missing ? "setpriv is not installed." : `${browser} cannot be started by an account other than root.`;
    const remedy = missing ? "Install the package util-linux" : "Set CHROMIUM_PATH to a browser that every account can start";
    return { ok: false, reason, remedy: `${remedy}, or run the service as another account than root.` };
  }
}

const homePrefix = "caseload-browser-";

/** Removes the homes that browsers of dead services left in the system's temporary folder. */
export function sweepHomes(): Promise<void> {
  return sweepOwnFolders(tmpdir(), homePrefix, [process.getuid?.(), account]);
}

/** With a home of its own in the system's temporary folder. */
export async function prepareLaunch(browser: string): Promise<BrowserLaunch> {
  const home = await makeOwnFolder(tmpdir(), homePrefix);
  const env = { PATH: path, HOME: home, TMPDIR: home, LANG: "C.UTF-8" };
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 3 });
  if (!needsAccount()) return { executablePath: browser, env, removeHome };
  await chown(home, account, account);
  return { executablePath: starter, env: { ...env, ACCOUNT: String(account), BROWSER: browser }, removeHome };
}
