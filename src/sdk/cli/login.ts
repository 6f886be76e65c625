import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { UsageError } from "./exit-codes.ts";
import { parsedBy } from "./input.ts";
import { removeProfile, saveProfile } from "./profiles.ts";
import { ask, type Connect, type Surroundings } from "./surroundings.ts";

interface Session {
  readonly user: { readonly name: string | null; readonly email: string };
  readonly teams: readonly { readonly id: string; readonly name: string }[];
}

/** Asks for address and key, tries them, and keeps them for this user alone. Without a terminal both come from the standard input, line by line. */
export async function login(words: readonly string[], around: Surroundings, connect: Connect): Promise<void> {
  const options = { url: { type: "string" }, profile: { type: "string" }, team: { type: "string" } } as const;
  const { values } = parsedBy(options, words, "caseload login");
  const lines = linesOf(around);
  const url = checked(values.url ?? (await lines.next("Address of the service: ")));
  const apiKey = (await lines.next("API key (it stays hidden): ", true)).trim();
  lines.close();
  if (apiKey === "") throw new UsageError("Enter an API key. You create one in the console, under Profile.");
  const { session } = await ask<{ session: Session }>(connect({ url, apiKey }), "signIn", "getSession");
  const team = values.team ?? (session.teams.length === 1 ? session.teams[0]?.id : undefined);
  const name = values.profile ?? "default";
  const file = await saveProfile(around.env, name, { url, apiKey, ...(team !== undefined && { team }) });
  around.say(`Signed in to ${url} as ${session.user.name ?? session.user.email}. Kept as profile “${name}” in ${file}`);
  if (team === undefined && session.teams.length > 1)
    around.say(
      `For commands without --team-id, choose a team: ${session.teams.map(({ id, name: called }) => `\n  --team ${id}  ${called}`).join("")}`,
    );
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
