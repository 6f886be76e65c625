import { CaseloadError } from "#sdk/errors.ts";
import { dashed } from "#sdk/names.ts";
import type { Command, CommandTable } from "./command.ts";
import { completions, completionScript } from "./completion.ts";
import { exitCodeOf, exitCodes, UsageError } from "./exit-codes.ts";
import { further } from "./further.ts";
import { commandHelp, mainHelp, nounHelp, ownHelp } from "./help.ts";
import { type Typed, typedFor } from "./input.ts";
import { openLocal, readLocal } from "./local-files.ts";
import { login, logout } from "./login.ts";
import { harmless } from "./output.ts";
import { profileNow } from "./profiles.ts";
import { show } from "./show.ts";
import { ask, type Connect, type Nouns, type Surroundings } from "./surroundings.ts";

/** Does what was typed, and returns the exit code. */
export async function main(printed: CommandTable, words: readonly string[], around: Surroundings, connect: Connect): Promise<number> {
  const table = { ...printed, commands: [...printed.commands, ...further] };
  try {
    return await execute(table, words, around, connect);
  } catch (error) {
    for (const line of wordsFor(error)) around.say(line);
    return exitCodeOf(error);
  }
}

async function execute(table: CommandTable, words: readonly string[], around: Surroundings, connect: Connect): Promise<number> {
  const [noun = "--help", verb = "--help", ...rest] = words;
  const print = (text: string) => (around.stdout.write(text), exitCodes.done);
  if (isHelp(noun)) return isHelp(verb) ? print(mainHelp(table)) : execute(table, [...words.slice(1), "--help"], around, connect);
  if (noun === "--version") return print(`${table.version}\n`);
  if (noun === "__complete") return print(`${completions(table, words.slice(1)).join("\n")}\n`);
  const own = ownHelp.get(noun);
  if (own !== undefined && words.slice(1).some((word) => isHelp(word) && word !== "help")) return print(own);
  if (noun === "completion") return print(completionScript(words[1]));
  if (noun === "login") return (await login(words.slice(1), around, connect), exitCodes.done);
  if (noun === "logout") return (await logout(words.slice(1), around), exitCodes.done);
  const some = table.commands.filter((command) => dashed(command.noun) === noun);
  if (some.length === 0)
    throw new UsageError(
      `There is no “${noun}”.${near(
        noun,
        table.nouns.map(({ name }) => dashed(name)),
      )} See caseload --help`,
    );
  if (isHelp(verb)) return print(nounHelp(table, some[0]?.noun ?? ""));
  const command = some.find((one) => dashed(one.verb) === verb);
  if (!command)
    throw new UsageError(
      `${noun} has no “${verb}”.${near(
        verb,
        some.map((one) => dashed(one.verb)),
      )} See caseload ${noun} --help`,
    );
  const typed = await typedFor(command, rest, (path) => readLocal(path, around.stdin));
  if (typed.help) return print(commandHelp(command));
  return call(command, typed, around, connect);
}

const isHelp = (word: string) => ["--help", "-h", "help"].includes(word);

async function call(command: Command, typed: Typed, around: Surroundings, connect: Connect): Promise<number> {
  const profile = await profileNow(around.env, typed.profile);
  if (!profile) throw new UsageError("No service yet: caseload login, or set CASELOAD_URL and CASELOAD_API_KEY.");
  const caseload = connect(profile);
  const input = { ...typed.input };
  if (command.fields.some(({ name }) => name === "teamId") && input.teamId === undefined)
    input.teamId = profile.team ?? (await onlyTeam(caseload));
  const missing = command.fields
    .filter(({ name, required }) => required && input[name] === undefined)
    .map(({ name }) => `--${dashed(name)}`);
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.join(", ")}. See caseload ${dashed(command.noun)} ${dashed(command.verb)} --help`);
  const target = typed.output === undefined ? undefined : await openLocal(typed.output);
  const answer = caseload[command.noun]?.[command.verb]?.(input, {
    ...(typed.idempotencyKey !== undefined && { idempotencyKey: typed.idempotencyKey }),
    ...(typed.after !== undefined && { after: typed.after }),
    ...(typed.untilWaiting && { untilWaiting: true }),
    ...(/^(follow|wait)$/.test(command.verb) && { onOutage: (error: Error) => around.say(`${harmless(error.message)} Still trying.`) }),
  });
  try {
    await show(answer, command, typed, { ...around, ...(target && { stdout: target.createWriteStream() }) });
  } finally {
    await target?.close().catch(() => undefined);
  }
  return exitCodes.done;
}

async function onlyTeam(caseload: Nouns): Promise<string> {
  const { teams } = await ask<{ teams: readonly { id: string; name: string }[] }>(caseload, "team", "list");
  if (teams.length === 1 && teams[0]) return teams[0].id;
  const names = teams.map(({ id, name }) => `\n  ${id}  ${name}`).join("");
  throw new UsageError(`Say for which team, by --team-id, CASELOAD_TEAM or caseload login --team:${names}`);
}

/** As the service said it, field by field. */
function wordsFor(error: unknown): string[] {
  if (!(error instanceof CaseloadError)) return [harmless(error instanceof Error ? error.message : String(error))];
  const fields =
    error.issues.length > 0
      ? error.issues.map(({ path, message }) => `  --${path.map((part) => dashed(String(part))).join(".")}: ${message}`)
      : [];
  const wait = error.retryAfter === undefined ? "" : ` Try again in ${Math.ceil(error.retryAfter)} seconds.`;
  const named = error.requestId === undefined ? "" : `, request ${error.requestId}`;
  const after = typeof error.extra["after"] === "string" ? [`Continue behind the last message with --after ${error.extra["after"]}`] : [];
  return [`${error.message}${wait}`, ...fields, ...after, `(${error.status} ${error.code}${named})`].map(harmless);
}

/** The word that was probably meant. */
function near(word: string, words: readonly string[]): string {
  const found = words.find(
    (other) => other.startsWith(word) || word.startsWith(other) || [...word].toSorted().join("") === [...other].toSorted().join(""),
  );
  return found === undefined ? "" : ` Did you mean “${found}”?`;
}
