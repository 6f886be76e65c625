import { serviceNotes } from "#contract/runs/messages.ts";
import { type Envelope, Unreadable } from "#server/connections/envelope.ts";
import { listAttachedLogins, type LoginRecord, openSignIn } from "#server/connections/logins.store.ts";
import { personalFirst } from "#server/connections/personal-first.ts";
import { listAttachedSecrets, openValues } from "#server/connections/secrets.store.ts";
import { type Hidden, type Redactor, createRedactor } from "./redactor.ts";
import type { RunRecord } from "./run-log.ts";
import type { EngineServices } from "./services.ts";

/** What a run's programs find in their environment, and what keeps it out of everything they write. */
export interface RunSecrets {
  readonly env: Readonly<Record<string, string>>;
  /** Sentences about keys that several secrets export. */
  readonly clashes: readonly string[];
  readonly redactor: Redactor;
}

export const noSecrets: RunSecrets = { env: {}, clashes: [], redactor: createRedactor([]) };

/**
 * The secrets attached to the run's revision: shared ones, and personal ones of whoever started the run. Where two export one key, a personal
 * one wins, then the one attached first; values that lost are hidden all the same. Throws Unreadable.
 */
export async function loadRunSecrets(
  { store, envelope }: Pick<EngineServices, "store" | "envelope">,
  run: Pick<RunRecord, "build_id" | "user_id">,
): Promise<RunSecrets> {
  const attached = await listAttachedSecrets(store.db, run.build_id, run.user_id);
  const secrets = personalFirst(attached).map((secret) => ({
    name: secret.name,
    values: Object.entries(openValues(envelope, secret)).map(([key, value]) => ({ key, value })),
  }));
  const exported = new Map<string, { value: string; name: string }>();
  const clashes: string[] = [];
  for (const { name, values } of secrets) {
    for (const { key, value } of values) {
      const first = exported.get(key);
      if (first) clashes.push(`${serviceNotes.twoSecrets} ${key}: the program gets the one of “${first.name}”, not that of “${name}”.`);
      else exported.set(key, { value, name });
    }
  }
  const logins = await listAttachedLogins(store.db, run.build_id, run.user_id);
  return {
    env: Object.fromEntries([...exported].map(([key, { value }]) => [key, value])),
    clashes,
    redactor: createRedactor([...secrets.flatMap((secret) => secret.values), ...logins.flatMap((login) => hiddenOf(envelope, login))]),
  };
}

/** A run need not know what it signs in with, and a page may repeat it. One that no key opens is typed nowhere. */
function hiddenOf(envelope: Envelope, login: LoginRecord): Hidden[] {
  try {
    const { password, otp_secret } = openSignIn(envelope, login);
    return [
      ...(password === null ? [] : [{ key: `password for ${login.domain}`, value: password }]),
      ...(otp_secret === null ? [] : [{ key: `TOTP key for ${login.domain}`, value: otp_secret }]),
    ];
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}
