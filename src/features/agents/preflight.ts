import type { Config } from "#contract/agents/config.ts";
import type { TeamFile } from "#contract/library/files.ts";
import type { Capabilities } from "#contract/teams/capabilities.ts";

interface Problem {
  readonly text: string;
  /** The section of the team where it is put right. */
  readonly segment?: "files";
}

/** What would make a run of this configuration fail; what is not known yet is no problem. */
export function preflight(
  config: Config | null,
  files: readonly TeamFile[] | undefined,
  capabilities: Capabilities | undefined,
): Problem[] {
  if (!config) return [];
  const { data } = config;
  const paths = files && new Set(files.map(({ path }) => path));
  const problems: Problem[] = (data.files ?? [])
    .filter((path) => paths && !paths.has(path))
    .map((path) => ({ text: `The team file ${path} is missing.`, segment: "files" }));
  if (!capabilities) return problems;
  if ("language" in data) {
    if (!capabilities.sandbox.available)
      problems.push({ text: `This installation cannot run programs. ${capabilities.sandbox.reason ?? ""}`.trim() });
  } else if (!capabilities.any_model && !capabilities.models.some(({ name }) => name === data.model)) {
    problems.push({ text: `This installation cannot run the model ${data.model}.` });
  }
  return problems;
}
