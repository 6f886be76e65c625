import type { Config } from "#contract/agents/config.ts";

/** What an agent begins with that nobody has described yet: the form of instructions, for the installation's model. */
export function defaultConfig(model: string | undefined): Config {
  return { version: "v1", data: { model: model ?? "scripted", input: "# GOAL\n\n# STEPS\n\n# NOTES\n", files: [], skills: [] } };
}
