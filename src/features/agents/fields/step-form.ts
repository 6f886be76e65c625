import type { FieldValues } from "react-hook-form";
import type { ContractForm } from "#api/form.ts";
import { type Config, CodeStepConfig, handoverTargets, ModelStepConfig } from "#contract/agents/config.ts";
import { name, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

/** A form that holds a configuration at `at`: `build.config` of a new agent, `config` of a revision. */
export interface StepForm {
  readonly form: ContractForm<FieldValues>;
  readonly at: string;
}

/** The agents that a revision passes work to, named as a change of a revision names them. */
const peers = { handoverTargetIds: handoverTargets, handoverTo: uuid.nullable(), subAgentIds: handoverTargets };

// The contract's configuration is a union; the kind of a form is known, and one branch alone names the field that is wrong.
export const revisionSchemas = {
  agent: z.strictObject({ config: ModelStepConfig, ...peers }),
  code: z.strictObject({ config: CodeStepConfig, ...peers }),
} as const;
export const newAgentSchemas = {
  agent: z.strictObject({ name, build: z.strictObject({ config: ModelStepConfig }) }),
  code: z.strictObject({ name, build: z.strictObject({ config: CodeStepConfig }) }),
} as const;

const optionalSettings = ["temperature", "top_p", "max_output_tokens", "store"] as const;

/** The configuration as a form holds it: every input has a value of its own. */
export function formValuesOf(config: Config): Config {
  if ("language" in config.data) return config;
  const { data } = config;
  const settings = Object.fromEntries(optionalSettings.map((key) => [key, data[key] ?? null]));
  return { ...config, data: { ...data, ...settings } };
}

/** What a form holds as the configuration to send: an untouched setting is absent or null, as it was before. */
export function configOf(values: Config, before: Config): Config {
  if ("language" in values.data || "language" in before.data) return values;
  const data = { ...values.data };
  for (const key of optionalSettings) {
    if ((data[key] ?? null) !== null) continue;
    if (before.data[key] === null) data[key] = null;
    else delete data[key];
  }
  return { ...values, data };
}
