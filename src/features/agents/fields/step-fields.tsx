import type { StepType } from "#contract/agents/config.ts";
import { CodeField } from "./code-field.tsx";
import { CodeSettings } from "./code-settings.tsx";
import { InstructionsField } from "./instructions-field.tsx";
import { ModelSettings } from "./model-settings.tsx";
import type { StepForm } from "./step-form.ts";

type StepFieldsProps = StepForm & { type: StepType; teamId: string };

/** The text of a step: instructions or program. */
export function StepText({ type, ...rest }: StepFieldsProps) {
  return type === "code" ? <CodeField {...rest} /> : <InstructionsField {...rest} />;
}

export function StepSettings({ type, ...rest }: StepFieldsProps) {
  return type === "code" ? <CodeSettings {...rest} /> : <ModelSettings {...rest} />;
}
