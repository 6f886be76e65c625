import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "./exit-codes.ts";

/** Where and as whom. */
export interface Profile {
  readonly url: string;
  readonly apiKey: string;
  /** Of commands that name no team. */
  readonly team?: string;
}
/** By name, whatever it is: `constructor` is one like any other. */
interface Kept {
  readonly current?: string;
  readonly profiles: ReadonlyMap<string, Profile>;
}

type Environment = Readonly<Record<string, string | undefined>>;

function profilesFile({ XDG_CONFIG_HOME }: Environment): string {
  // An empty one is none, by the rules of XDG: else the key would be written to the folder in which the program was started.
  return join(XDG_CONFIG_HOME || join(homedir(), ".config"), "caseload", "profiles.json");
}

/** Of the environment, else the named or current profile; undefined where there is neither. */
export async function profileNow(env: Environment, named: string | undefined): Promise<Profile | undefined> {
  const { current = "default", profiles } = await kept(env);
  const name = named ?? (env.CASELOAD_PROFILE || undefined);
  if (name !== undefined && !profiles.has(name))
    throw new UsageError(`There is no profile “${name}”. Sign in to it: caseload login --profile ${name}`);
  const profile = profiles.get(name ?? current);
  const url = env.CASELOAD_URL || profile?.url;
  // A key is for the service that it was made by: with another address, only one of the environment is sent.
  const apiKey = env.CASELOAD_API_KEY || (url === profile?.url ? profile?.apiKey : undefined);
  const team = env.CASELOAD_TEAM || profile?.team;
  return url === undefined || apiKey === undefined ? undefined : { url, apiKey, ...(team !== undefined && { team }) };
}

export async function saveProfile(env: Environment, name: string, profile: Profile): Promise<string> {
  const { profiles } = await kept(env);
  return keep(env, { current: name, profiles: new Map(profiles).set(name, profile) });
}

export async function removeProfile(env: Environment, name: string | undefined): Promise<string> {
  const { current = "default", profiles } = await kept(env);
  const gone = name ?? current;
  const rest = new Map(profiles);
  if (!rest.delete(gone)) throw new UsageError(`There is no profile “${gone}”.`);
  await keep(env, { current: current === gone ? (rest.keys().next().value ?? "default") : current, profiles: rest });
  return gone;
}

async function kept(env: Environment): Promise<Kept> {
  const text = await readFile(profilesFile(env), "utf8").catch(() => `{"profiles":{}}`);
  try {
    const { current, profiles = {} } = JSON.parse(text) as { current?: string; profiles?: Record<string, Profile> };
    return { ...(current !== undefined && { current }), profiles: new Map(Object.entries(profiles)) };
  } catch {
    throw new UsageError(`${profilesFile(env)} is not JSON. Correct or delete it.`);
  }
}

/** As a whole or not at all, and readable by its owner only from the first byte on. */
async function keep(env: Environment, { current, profiles }: Kept): Promise<string> {
  const file = profilesFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  const content = { current, profiles: Object.fromEntries(profiles) };
  await writeFile(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await chmod(next, 0o600);
  await rename(next, file);
  return file;
}
