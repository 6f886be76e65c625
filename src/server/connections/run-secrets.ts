import { serviceNotes } from "#contract/runs/messages.ts";
import { countedPersonal, whySuspended } from "#contract/connections/suspension-words.ts";
import { hasAgreed, listSuspended, sameInputs } from "./agreements/agreements.store.ts";
import { type Envelope, Unreadable } from "#server/platform/sealing/envelope.ts";
import { hostOfLogin } from "./logins/login-host.ts";
import { listAttachedLogins, type LoginRecord, openSignIn } from "./logins/logins.store.ts";
import { countPersonalPins } from "./connections/connections.store.ts";
import { personalFirst } from "./agreements/personal-first.ts";
import { listAttachedSecrets, openValues, type SecretRecord } from "./secrets/secrets.store.ts";
import { type Exported, type RunSecrets, noSecrets } from "#server/engine/secrets/exported.ts";
import type { SecretsOfRuns } from "#server/engine/secrets/secrets-of-runs.ts";
import { type Hidden, createRedactor } from "#server/engine/secrets/redactor.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import type { EngineServices } from "#server/engine/services.ts";

type OpenedRun = Pick<HeldRun, "build_id" | "user_id" | "fingerprint">;
interface Opened {
  readonly name: string;
  readonly personal: boolean;
  readonly values: readonly Hidden[];
}

/**
 * The secrets attached to the run's revision: shared ones, and personal ones of whoever started the run, as far as that person agreed to the
 * revision as the run has it. Where two export one key, a personal one wins, then the one attached first; values that lost, or wait for their
 * owner, are hidden all the same. Throws Unreadable.
 */
async function load({ store, envelope }: Pick<EngineServices, "store" | "envelope">, run: OpenedRun): Promise<RunSecrets> {
  const { build_id: buildId, user_id: userId, fingerprint } = run;
  if (fingerprint === null) return noSecrets;
  const agreed = userId === null || (await hasAgreed(store.db, buildId, userId, fingerprint));
  const attached = personalFirst(await listAttachedSecrets(store.db, buildId, userId));
  const opened = attached.flatMap((secret) => open(envelope, secret, agreed || secret.user_id === null));
  const logins = await listAttachedLogins(store.db, buildId, userId);
  const shared = exported(opened.filter(({ personal }) => !personal));
  return {
    ...(agreed ? exported(opened) : shared),
    shared,
    personal: {
      secrets: attached.filter(isPersonal).length,
      logins: logins.filter(isPersonal).length,
      connections: userId === null ? 0 : await countPersonalPins(store.db, buildId, userId),
    },
    agreed,
    redactor: createRedactor([...opened.flatMap(({ values }) => values), ...logins.flatMap((login) => hiddenOf(envelope, login))]),
  };
}

async function exportedNow({ store }: Pick<EngineServices, "store">, run: HeldRun): Promise<Exported> {
  const { secrets } = run;
  const personal = secrets.agreed && secrets.personal.secrets > 0;
  if (!personal || (await sameInputs(store.db, run))) return secrets;
  return { ...secrets.shared, clashes: [...secrets.shared.clashes, serviceNotes.inputsChanged] };
}

async function whyWithout(
  { store }: Pick<EngineServices, "store">,
  { build_id, user_id, secrets: { personal } }: HeldRun & { readonly user_id: string },
): Promise<string> {
  const [row] = await listSuspended(store.db, [build_id], user_id);
  const why = row ? whySuspended(row.suspended) : "The revision was changed.";
  return `Suspended: ${countedPersonal(personal)}${row ? ` of ${row.name}` : ""}. ${why} The run works without them until the owner reviews the revision and agrees.`;
}

export const secretsOfRuns: SecretsOfRuns = { load, exportedNow, whySuspended: whyWithout };

/** The logins that a run may use now: what was detached meanwhile, or waits for its owner, signs in no more. */
export async function usableLogins({ store }: Pick<EngineServices, "store">, run: HeldRun): Promise<LoginRecord[]> {
  const { secrets, build_id: buildId, user_id: userId } = run;
  if (run.fingerprint === null) return [];
  const attached = personalFirst(await listAttachedLogins(store.db, buildId, userId)).filter(({ domain }) => hostOfLogin(domain));
  if (!attached.some(isPersonal)) return attached;
  const usable = secrets.agreed && (await sameInputs(store.db, run));
  return usable ? attached : attached.filter((login) => !isPersonal(login));
}

const isPersonal = ({ user_id }: { readonly user_id: string | null }) => user_id !== null;

/** A run need not begin with what it does not get. */
function open(envelope: Envelope, secret: SecretRecord, needed: boolean): Opened[] {
  try {
    const values = Object.entries(openValues(envelope, secret)).map(([key, value]) => ({ key, value }));
    return [{ name: secret.name, personal: isPersonal(secret), values }];
  } catch (error) {
    if (error instanceof Unreadable && !needed) return [];
    throw error;
  }
}

function exported(secrets: readonly Opened[]): Exported {
  const first = new Map<string, { value: string; name: string }>();
  const clashes: string[] = [];
  for (const { name, values } of secrets) {
    for (const { key, value } of values) {
      const won = first.get(key);
      if (won) clashes.push(`${serviceNotes.twoSecrets} ${key}: the program gets the one of “${won.name}”, not that of “${name}”.`);
      else first.set(key, { value, name });
    }
  }
  return { env: Object.fromEntries([...first].map(([key, { value }]) => [key, value])), clashes };
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
