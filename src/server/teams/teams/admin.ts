import { emailAddress } from "#contract/email-address.ts";
import { teamEvents } from "#contract/teams/events.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { SettingError } from "#server/platform/config.ts";
import type { Services } from "#server/platform/http/context.ts";
import { ownsKey, setFixedKey } from "#server/teams/api-keys/api-keys.store.ts";
import { insertOrganization, lockFounding } from "./founding.store.ts";
import type { SignInContext } from "#server/teams/sign-in/identity.ts";
import { findPassword, findUserByEmail } from "#server/teams/sign-in/identity.store.ts";
import { listReachableTeams } from "./teams.store.ts";

export type Admin =
  | { readonly created: true; readonly teamId: string; readonly userId: string }
  | { readonly created: false; readonly teamId: string | undefined; readonly userId: string };

/**
 * Brings the store in step with `ADMIN_EMAIL`, `ADMIN_PASSWORD` and `ADMIN_TOKEN`: creates the owner with organization and team where nobody
 * has that address, and keeps one key that is the token. An existing person keeps name, password and roles; one without a password gets this one,
 * which is the way back in where the company's provider is away.
 */
export async function ensureAdmin(services: Pick<SignInContext, "config" | "store" | "identity" | "signer">): Promise<Admin | undefined> {
  const { config, store, identity, signer } = services;
  const settings = config.admin;
  if (settings && !emailAddress.safeParse(settings.email).success) throw new SettingError("ADMIN_EMAIL is not an email address.");
  const keyId = fixedId(signer.derive("ADMIN_TOKEN"));
  return store.db.transaction(async (tx) => {
    await lockFounding(tx);
    const admin = settings && ((await existing(tx, services, settings)) ?? (await found(tx, identity, settings)));
    await setFixedKey(
      tx,
      keyId,
      admin && settings?.token ? { token: settings.token, name: "ADMIN_TOKEN", userId: admin.userId } : undefined,
    );
    return admin;
  });
}

/** Whether the owner of `ADMIN_EMAIL` exists and `ADMIN_TOKEN` is a key of theirs, as far as they are set. */
export async function adminWorks({ config, store }: Pick<Services, "config" | "store">): Promise<boolean> {
  if (!config.admin) return true;
  const { email, token } = config.admin;
  const userId = await findUserByEmail(store.db, email.toLowerCase());
  return userId !== undefined && (token === undefined || (await ownsKey(store.db, userId, token)));
}

async function existing(
  db: Db,
  { config, identity }: Pick<SignInContext, "config" | "identity">,
  { email, password }: { email: string; password: string },
): Promise<Admin | undefined> {
  const userId = await findUserByEmail(db, email.toLowerCase());
  if (!userId) return undefined;
  if (config.passwordSignIn && (await findPassword(db, userId)) === undefined) {
    await identity.setPassword(db, userId, password);
    await record(db, teamEvents, { type: "user.password_changed", team: null, actor: { kind: "service" }, subject: userId, data: {} });
  }
  const [team] = await listReachableTeams(db, { userId, teamId: null });
  return { created: false, teamId: team?.id, userId };
}

async function found(
  db: Db,
  identity: SignInContext["identity"],
  { email, password }: { email: string; password: string },
): Promise<Admin> {
  const [name = email, domain = "Organization"] = email.split("@");
  const userId = await identity.createUser(db, { email, name, password });
  return { created: true, teamId: await insertOrganization(db, { organization: domain, team: "Main" }, userId), userId };
}

/** One id for the one key of an installation, whoever owns it and whatever people name theirs. UUID version 8 (RFC 9562). */
function fixedId(bytes: Buffer): string {
  const hex = bytes.subarray(0, 16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
