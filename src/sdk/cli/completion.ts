import { dashed } from "#sdk/names.ts";
import type { CommandTable } from "./command.ts";
import { UsageError } from "./exit-codes.ts";

/** What asks the program itself for words, so that a script never falls behind the commands. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_caseload() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(caseload __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _caseload caseload
`,
  zsh: `#compdef caseload
_caseload() {
  local -a found
  found=("\${(@f)$(caseload __complete "\${(@)words[2,CURRENT-1]}")}")
  compadd -a found
}
compdef _caseload caseload
`,
};

export function completionScript(shell: string | undefined): string {
  const script = scripts[shell ?? ""];
  if (script === undefined) throw new UsageError("Say for which shell: caseload completion bash, or caseload completion zsh");
  return script;
}

/** The words that may come next. */
export function completions({ nouns, commands }: CommandTable, typed: readonly string[]): string[] {
  const [noun, verb, ...rest] = typed;
  if (noun === undefined) return [...nouns.map(({ name }) => dashed(name)), "login", "logout", "completion"];
  if (noun === "completion") return ["bash", "zsh"];
  const some = commands.filter((command) => dashed(command.noun) === noun);
  if (verb === undefined) return some.map((command) => dashed(command.verb));
  const fields = some.find((command) => dashed(command.verb) === verb)?.fields ?? [];
  const open = fields.find(({ name }) => `--${dashed(name)}` === rest.at(-1));
  if (open?.choices) return [...open.choices];
  return [...fields.map(({ name }) => `--${dashed(name)}`), "--json", "--body", "--profile", "--help"].filter(
    (flag) => !rest.includes(flag),
  );
}
