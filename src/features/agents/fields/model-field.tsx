import { useQuery } from "@tanstack/react-query";
import { useFieldValue } from "#api/form.ts";
import { read } from "#api/query.ts";
import { type Capabilities, getCapabilities } from "#contract/teams/capabilities.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { isStartingText, startingText } from "./start-texts.ts";
import type { StepForm } from "./step-form.ts";

/** The model, from those that the providers list. Instructions that nobody has written follow it, as the practice model needs steps. */
export function ModelField({ form, at }: StepForm) {
  const name = `${at}.data.model`;
  const capabilities = useQuery(read(getCapabilities)).data;
  const value = useFieldValue(form, name) as string;
  const { limits: _limits, ...field } = form.field(name);
  const choose = (model: string) => {
    form.set(name, model);
    const input: unknown = form.valueOf(`${at}.data.input`);
    if (typeof input === "string" && input.trim() !== "" && isStartingText(input)) form.set(`${at}.data.input`, startingText(model));
  };
  return (
    <Field label="Model" hint={capabilities && hintFor(capabilities, value)} {...field}>
      <Combobox
        options={(capabilities?.models ?? []).map((model) => ({ value: model.name, label: model.name, note: model.provider }))}
        value={value}
        onChange={(next) => choose(next ?? "")}
        free={capabilities?.any_model ?? false}
        unknown="Choose one from the list, or set up a provider: set OPENAI_API_KEY, ANTHROPIC_API_KEY or MODEL_BASE_URL and restart the service."
      />
    </Field>
  );
}

function hintFor({ models, any_model: anyModel, unlisted_providers: unlisted }: Capabilities, value: string): string {
  const isMissing = value !== "" && models.every(({ name }) => name !== value);
  if (!anyModel)
    return isMissing
      ? "This installation cannot run this model. Its runs will fail."
      : "No model provider is connected. Set OPENAI_API_KEY, ANTHROPIC_API_KEY or MODEL_BASE_URL and restart the service.";
  if (unlisted.length > 0) return `The list of models from ${unlisted.join(" and ")} is not available. Enter the name of a model.`;
  return isMissing ? "No provider lists this model. Check the name." : "Choose one, or enter any model name of the provider.";
}
