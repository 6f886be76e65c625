import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type Asked, type Given, keyByCode } from "./device-login.ts";
import { UsageError } from "./exit-codes.ts";
import { parsedBy } from "./input.ts";
import { harmless } from "./output.ts";
import { removeProfile, saveProfile } from "./profiles.ts";
import { ask, type Connect, type Surroundings } from "./surroundings.ts";

interface Session {
  readonly user: { readonly name: string | null; readonly email: string };
  readonly teams: readonly { readonly id: string; readonly name: string }[];
}

const options = {
  url: { type: "string" },
  profile: { type: "string" },
  team: { type: "string" },
  "with-key": { type: "boolean" },
  "read-only": { type: "boolean" },
  json: { type: "boolean" },
} as const;

/**
 * Gets a key and keeps it for this user alone: a person says yes to a code in the console, or, with `--with-key`, the key is typed or piped.
 * Without a terminal what is not said by flags comes from the standard input, line by line.
 */
export async function login(words: readonly string[], around: Surroundings, connect: Connect): Promise<void> {
  const { values } = parsedBy(options, words, "caseload login");
  const json = values.json === true;
  const lines = linesOf(around);
  const url = checked(values.url ?? (around.env.CASELOAD_URL || (await lines.next("Address of the service: "))));
  const typed = values["with-key"] ? await typedKey(lines) : undefined;
  lines.close();
  const given = typed ?? (await keyByCode(url, values["read-only"] === true, (asked) => show(asked, json, around)));
  const { session } = await ask<{ session: Session }>(connect({ url, apiKey: given.key }), "signIn", "getSession");
  const team = values.team ?? given.team_id ?? (session.teams.length === 1 ? session.teams[0]?.id : undefined);
  const name = values.profile ?? "default";
  const file = await saveProfile(around.env, name, { url, apiKey: given.key, ...(team !== undefined && { team }) });
  if (json) return print(around, { url, profile: name, file, user: session.user, team: team ?? null });
  around.say(`Signed in to ${url} as ${harmless(session.user.name ?? session.user.email)}. Kept as profile “${name}” in ${file}`);
  if (team === undefined && session.teams.length > 1)
    around.say(
      `For commands without --team-id, choose a team: ${session.teams.map(({ id, name: called }) => `\n  --team ${id}  ${harmless(called)}`).join("")}`,
    );
}

async function typedKey(lines: ReturnType<typeof linesOf>): Promise<Given> {
  const key = (await lines.next("API key (it stays hidden): ", true)).trim();
  if (key === "") throw new UsageError("Enter an API key. You create one in the console, under Profile.");
  return { key, team_id: null };
}

function show({ device_code: _secret, ...asked }: Asked, json: boolean, around: Surroundings): void {
  if (json) return print(around, asked);
  const { user_code, verification_uri_complete, expires_in } = asked;
  around.say(`Open ${harmless(verification_uri_complete)}\nand compare the code: ${harmless(user_code)}`);
  around.say(`Waiting until you say yes there. The code is good for ${Math.round(expires_in / 60)} minutes.`);
}

/** One line for each answer. */
function print({ stdout }: Surroundings, answer: object): void {
  stdout.write(`${JSON.stringify(answer)}\n`);
}

export async function logout(words: readonly string[], around: Surroundings): Promise<void> {
  const { values } = parsedBy({ profile: { type: "string" } } as const, words, "caseload logout");
  around.say(`Forgot profile “${await removeProfile(around.env, values.profile)}”. The key itself stays valid until you revoke it.`);
}

function checked(address: string): string {
  const text = address.trim().replace(/\/+$/, "");
  const whole = /^https?:\/\//.test(text) ? text : `https://${text}`;
  if (text === "" || !URL.canParse(whole)) throw new UsageError("Enter an address such as https://caseload.example.com");
  const url = new URL(whole);
  return `${url.origin}${url.pathname === "/" ? "" : url.pathname}`;
}

/** What is typed, or what is piped. A key is not shown. */
function linesOf({ stdin, stderr }: Surroundings) {
  let hidden = false;
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) stderr.write(chunk);
      done();
    },
  });
  const terminal = stdin.isTTY === true;
  const reader = createInterface({ input: stdin, output: shown, terminal });
  const lines = reader[Symbol.asyncIterator]();
  return {
    async next(question: string, secret = false): Promise<string> {
      if (terminal) stderr.write(question);
      hidden = secret;
      const { value, done } = await lines.next();
      if (secret && terminal) stderr.write("\n");
      hidden = false;
      return done ? "" : value;
    },
    close: () => reader.close(),
  };
}
