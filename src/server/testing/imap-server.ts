import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ImapFlow } from "imapflow";
import { freePort } from "./free-port.ts";
import { clockVariables } from "./set-clock.ts";

export interface TestImapServer {
  readonly host: string;
  readonly url: string;
  /** Whoever gives this password has a mailbox of that name. */
  readonly password: string;
  /** Brings mails into a folder of a person. */
  deliver(user: string, mails: readonly string[], folder?: string): Promise<void>;
  /** Takes or gives back the right to read a folder: it is listed all the same. */
  lock(user: string, folder: string, locked?: boolean): Promise<void>;
  /** A session as any other client has it. */
  session<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A real mail server on this machine: Dovecot, which `npm run setup` installs. */
export async function startImapServer(): Promise<TestImapServer> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-imap-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const password = "canary-mailbox-password";
  await mkdir(join(folder, "mail"));
  // Dovecot keeps no mails as root.
  const [uid, gid] = userInfo().uid === 0 ? [65_534, 65_534] : [userInfo().uid, userInfo().gid];
  await chown(join(folder, "mail"), uid, gid);
  await writeFile(join(folder, "dovecot.conf"), settings({ folder, port, password, uid, gid }));
  const dovecot = spawn("/usr/sbin/dovecot", ["-F", "-c", join(folder, "dovecot.conf")], { stdio: ["ignore", "ignore", "pipe"] });
  await untilItListens(dovecot.stderr);
  const host = `127.0.0.1:${port}`;
  const session: TestImapServer["session"] = async (user, work) => {
    const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, auth: { user, pass: password }, logger: false });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  return {
    host,
    url: `imap://${host}`,
    password,
    session,
    deliver: (user, mails, to = "INBOX") =>
      session(user, async (client) => {
        if (to !== "INBOX") await client.mailboxCreate(to);
        for (const mail of mails) await client.append(to, mail.replaceAll("\n", "\r\n"));
      }),
    lock: (user, name, locked = true) =>
      writeFile(join(folder, "mail", user, `.${name}`, "dovecot-acl"), `owner ${locked ? "l" : "lrwi"}\n`),
    async close() {
      const ended = once(dovecot, "exit");
      dovecot.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** It says that it starts once its ports are open. */
async function untilItListens(log: Readable): Promise<void> {
  for await (const line of log.iterator({ destroyOnReturn: false })) {
    if (!String(line).includes("starting up")) continue;
    log.resume();
    return;
  }
  throw new Error("Dovecot did not start. Run `npm run setup`.");
}

interface Settings {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  readonly uid: number;
  readonly gid: number;
}

function settings({ folder, port, password, uid, gid }: Settings): string {
  const { username, uid: own } = userInfo();
  const group = own === 0 ? "" : execFileSync("id", ["-gn"], { encoding: "utf8" }).trim();
  const users =
    own === 0 ? "" : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${group}\n`;
  // Dovecot keeps only these variables. Without its variables a set clock becomes the true one after ten seconds, and Dovecot starts no process for
  // three minutes after time moved backwards.
  const kept = ["TZ", ...Object.keys(clockVariables())].join(" ");
  return `${users}import_environment = ${kept}
protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
mail_plugins = acl
plugin {
  acl = vfile
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
}
