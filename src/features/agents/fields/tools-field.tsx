import { useFieldValue } from "#api/form.ts";
import type { ModelStepData } from "#contract/agents/config.ts";
import { offeredTools } from "#features/agents/tool-words.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { StepForm } from "./step-form.ts";

/** Every built-in tool, or the chosen kinds. An empty choice means every tool, so the last one stays. */
export function ToolsField({ form, at }: StepForm) {
  const name = `${at}.data.tools`;
  const tools = (useFieldValue(form, name) as ModelStepData["tools"]) ?? [];
  const others = tools.filter(({ type }) => !offeredTools.some((tool) => tool.type === type));
  const toggle = (type: string, on: boolean) => {
    const chosen = offeredTools.filter((tool) => (tool.type === type ? on : tools.some((t) => t.type === tool.type)));
    form.set(name, [...chosen.map((tool) => ({ type: tool.type })), ...others]);
  };
  return (
    <Field
      label="Tools"
      group
      error={form.errorOf(name)}
      hint={tools.length === 1 ? "Choose at least one. With none chosen the agent has every tool." : undefined}
    >
      <RadioGroup
        options={[
          { value: "every", label: "Every built-in tool" },
          { value: "chosen", label: "Only these" },
        ]}
        value={tools.length === 0 ? "every" : "chosen"}
        onChange={(next) => form.set(name, next === "every" ? [] : offeredTools.map(({ type }) => ({ type })))}
      />
      {tools.length === 0 ? null : (
        <div className="mt-2 ms-6 flex flex-col gap-2">
          {offeredTools.map(({ type, label, hint }) => {
            const checked = tools.some((tool) => tool.type === type);
            return (
              <Checkbox
                key={type}
                label={label}
                hint={hint}
                checked={checked}
                disabled={checked && tools.length === 1}
                onChange={(event) => toggle(type, event.target.checked)}
              />
            );
          })}
          {others.length > 0 ? (
            <p className="text-xs text-ink-3">Also listed: {others.map(({ type }) => type).join(", ")}. This service has no such tool.</p>
          ) : null}
        </div>
      )}
    </Field>
  );
}
