import { dashed } from "#sdk/names.ts";
import type { Command, CommandTable, Field } from "./command.ts";

const global = `  --json                 Answer as JSON. Otherwise a table or lines
  --body JSON|@file|-    The input as JSON, beside or instead of flags
  --profile NAME         Another service or key than the current one
  --help                 What a command takes`;

/** Of `caseload --help`. */
export function mainHelp({ nouns, commands }: CommandTable): string {
  const shown = nouns.filter(({ name }) => commands.some(({ noun }) => noun === name));
  return `Usage: caseload <area> <command> [--flags]

${columns(shown.map(({ name, words }) => [dashed(name), words]))}

${columns([
  ["login", "Sign in to a service by a code in the browser"],
  ["logout", "Forget a profile"],
  ["completion bash|zsh", "A script that completes commands and flags"],
])}

${global}

Without a profile: CASELOAD_URL, CASELOAD_API_KEY and CASELOAD_TEAM.
Exit codes: 2 usage, 3 rights, 4 absent, 5 conflict, 6 quota, 7 unreachable, 1 other.
`;
}

const helpFlag = ["--help", "What this command takes"] as const;

/** Of what is done without an area, such as `caseload login --help`. */
export const ownHelp: ReadonlyMap<string, string> = new Map([
  [
    "login",
    `Sign in to a service, and keep its address and a key in a profile.

Usage: caseload login [--flags]

${columns([
  ["--url ADDRESS", "Address of the service. Asked for unless given"],
  ["--profile NAME", "The profile to keep it in, otherwise “default”"],
  ["--team ID", "The team of commands that name none"],
  ["--read-only", "Ask for a key that changes nothing"],
  ["--with-key", "Type or pipe a key instead, as in: caseload login --with-key < key.txt"],
  ["--json", "Code and result as lines of JSON, for a script"],
  helpFlag,
])}

It shows a code and an address. Open the address in a browser on any machine, compare the code and say yes: the command line gets a key of yours.
Exit codes: 3 declined, 4 expired, 7 unreachable.
`,
  ],
  [
    "logout",
    `Forget a profile.

Usage: caseload logout [--flags]

${columns([["--profile NAME", "The profile to forget, otherwise the current one"], helpFlag])}
`,
  ],
  [
    "completion",
    `A script that completes commands and flags.

Usage: caseload completion bash|zsh
`,
  ],
]);

/** Of `caseload runs --help`. */
export function nounHelp(table: CommandTable, noun: string): string {
  const { words = "" } = table.nouns.find(({ name }) => name === noun) ?? {};
  const some = table.commands.filter((command) => command.noun === noun);
  return `${words}

Usage: caseload ${dashed(noun)} <command> [--flags]

${columns(some.map(({ verb, summary }) => [dashed(verb), summary]))}
`;
}

/** Of `caseload runs start --help`. */
export function commandHelp({ noun, verb, summary, address, fields, rows, example }: Command): string {
  const given = fields.filter(({ place, name }) => place === "path" && name !== "teamId").map(({ name }) => ` <${dashed(name)}>`);
  const flags = fields.map((field) => [`--${dashed(field.name)}${valueWord(field)}`, wordsOf(field)] as const);
  const further = [
    ...(rows ? ([["--all", "Every page, not only the first"]] as const) : []),
    ...(verb === "follow"
      ? ([
          ["--after ID", "Continue behind this message"],
          ["--until-waiting", "Also end when the run waits for a person"],
        ] as const)
      : []),
  ];
  return `${summary}.

Usage: caseload ${dashed(noun)} ${dashed(verb)}${given.join("")} [--flags]

${columns([...flags, ...further])}${flags.length + further.length > 0 ? "\n\n" : ""}${global}
${example === undefined ? "" : `\nExample: --body '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'\n`}
${address}
`;
}

function valueWord({ kind, place, choices }: Field): string {
  if (kind === "flag") return "";
  if (place === "file") return " FILE";
  if (choices) return choices.length < 6 ? ` ${choices.join("|")}` : " WORD";
  return kind === "json" ? " JSON" : kind === "number" ? " N" : kind === "list" ? " A,B" : " TEXT";
}

function wordsOf({ required, words = "", kind, choices, name, place }: Field): string {
  const many = choices && choices.length > 5 ? `One of: ${choices.join(", ")}` : "";
  const team = name === "teamId" ? "The profile's team, or your only one, unless said" : "";
  const repeated = kind === "list" ? "Several with commas or by repeating it" : "";
  const said = [words, place === "file" ? "A file, or - for the standard input" : "", team, many, repeated].filter(Boolean).join(". ");
  return required && name !== "teamId" ? `${said}${said ? ". " : ""}Required` : said;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(28, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}${left.length > width ? `\n  ${" ".repeat(width)}` : ""}  ${right}`.trimEnd())
    .join("\n");
}
