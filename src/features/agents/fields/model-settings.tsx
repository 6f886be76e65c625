import { useState } from "react";
import { useFieldValue } from "#api/form.ts";
import type { ModelStepData } from "#contract/agents/config.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { ModelField } from "./model-field.tsx";
import { SkillsField } from "./skills-field.tsx";
import type { StepForm } from "./step-form.ts";
import { TeamFilesField } from "./team-files-field.tsx";
import { ToolsField } from "./tools-field.tsx";

/** The settings of a model step. */
export function ModelSettings({ form, at, teamId }: StepForm & { teamId: string }) {
  return (
    <>
      <ModelField form={form} at={at} />
      <ToolsField form={form} at={at} />
      <TeamFilesField form={form} at={at} teamId={teamId} hint="Available under files/ when the agent runs Python." />
      <SkillsField form={form} at={at} teamId={teamId} />
      <Sampling form={form} at={at} />
    </>
  );
}

/** Closed until one of them is set: most agents need none. */
function Sampling({ form, at }: StepForm) {
  const data = useFieldValue(form, `${at}.data`) as ModelStepData;
  const [opened, setOpened] = useState(false);
  const set =
    [data.temperature, data.top_p, data.max_output_tokens, data.store].some((value) => value !== null && value !== undefined) ||
    data.text?.format?.type === "json_object";
  const broken = ["temperature", "top_p", "max_output_tokens"].some((name) => form.errorOf(`${at}.data.${name}`) !== undefined);
  return (
    <Disclosure
      summary="Model settings"
      open={opened || set || broken}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <div className="mt-4 flex flex-col gap-5">
        <Field
          label="Temperature"
          hint="0 to 2. Lower is more predictable, higher is more varied."
          {...form.field(`${at}.data.temperature`)}
        >
          <NumberInput step={0.1} />
        </Field>
        <Field label="Top p" hint="0 to 1. Set this or the temperature, not both." {...form.field(`${at}.data.top_p`)}>
          <NumberInput step={0.1} />
        </Field>
        <Field label="Max output tokens" {...form.field(`${at}.data.max_output_tokens`)}>
          <NumberInput unit="tokens" />
        </Field>
        <OutputField form={form} at={at} />
        <StoreField form={form} at={at} />
      </div>
    </Disclosure>
  );
}

function OutputField({ form, at }: StepForm) {
  const name = `${at}.data.text`;
  const text = useFieldValue(form, name) as { format?: { type: string } | null } | null | undefined;
  return (
    <Field label="Output format" hint="JSON makes the model answer with one JSON object." error={form.errorOf(name)}>
      <Select
        options={[
          { value: "text", label: "Text" },
          { value: "json_object", label: "JSON object" },
        ]}
        value={text?.format?.type ?? "text"}
        onChange={(event) => form.set(name, { ...text, format: { type: event.target.value } })}
      />
    </Field>
  );
}

function StoreField({ form, at }: StepForm) {
  const name = `${at}.data.store`;
  const store = useFieldValue(form, name) as boolean | null | undefined;
  return (
    <Field label="Store at provider" hint="Whether the model provider may store the conversation." error={form.errorOf(name)}>
      <Select
        options={[
          { value: "", label: "Provider default" },
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]}
        value={store === null || store === undefined ? "" : String(store)}
        onChange={(event) => form.set(name, event.target.value === "" ? null : event.target.value === "true")}
      />
    </Field>
  );
}
