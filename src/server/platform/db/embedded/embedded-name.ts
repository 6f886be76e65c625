import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Home } from "./embedded-home.ts";

const bubblewrap = "/usr/bin/bwrap";

/**
 * PostgreSQL's tools ask for the name of the account they run as. An account without one, as of a container that was started with a number,
 * gets a view of the system in which it has a name.
 */
export async function underNamedAccount(home: Home, command: readonly string[]): Promise<readonly string[]> {
  const uid = home.account.uid ?? process.getuid?.();
  if (uid === undefined || (await hasName(home, uid))) return command;
  if (!existsSync(bubblewrap))
    throw new Error(
      `the account ${uid} has no line in /etc/passwd. Add one, start the service as an account that has one, install bubblewrap, or set DATABASE_URL.`,
    );
  const passwd = join(home.folder, "passwd");
  await writeFile(passwd, `caseload:x:${uid}:${process.getgid?.() ?? uid}::/:/bin/false\n`, { mode: 0o644 });
  return [bubblewrap, "--dev-bind", "/", "/", "--ro-bind", passwd, "/etc/passwd", "--", ...command];
}

async function hasName({ account }: Home, uid: number): Promise<boolean> {
  if (account.uid !== undefined) {
    const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
    return passwd.split("\n").some((line) => line.split(":")[2] === String(uid));
  }
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}
