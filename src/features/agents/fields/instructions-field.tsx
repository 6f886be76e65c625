import { useFieldValue } from "#api/form.ts";
import { maxStepText, type ModelStepData } from "#contract/agents/config.ts";
import { scriptedModelName, stepLines } from "#contract/agents/scripted-steps.ts";
import { TextLength } from "#features/agents/text-length.tsx";
import { CodeEditor } from "#ui/code-editor.tsx";
import { Field } from "#ui/field.tsx";
import { MessagesField } from "./messages-field.tsx";
import { ScriptedHint } from "./scripted-hint.tsx";
import { isStartingText, scriptedExample } from "./start-texts.ts";
import type { StepForm } from "./step-form.ts";

/** What a model step follows: one text, or the list of messages that somebody gave instead. */
export function InstructionsField({ form, at }: StepForm) {
  const name = `${at}.data.input`;
  const input = useFieldValue(form, name) as ModelStepData["input"];
  const model = useFieldValue(form, `${at}.data.model`) as string;
  if (typeof input !== "string") return <MessagesField form={form} name={name} messages={input} />;
  const { registration, error } = form.field(name);
  const set = (text: string) => form.set(name, text);
  return (
    <>
      <Field
        label="Instructions"
        group
        registration={registration}
        error={error}
        hint="Markdown. Describe one piece of work: the goal, then the steps in order."
        aside={<TextLength length={input.length} max={maxStepText} />}
      >
        <CodeEditor value={input} onChange={set} language="markdown" minLines={16} maxLines={60} />
      </Field>
      {model === scriptedModelName ? (
        <ScriptedHint
          noStep={stepLines(input).length === 0}
          onExample={isStartingText(input) ? () => set(scriptedExample) : () => set(`${input.trimEnd()}\n\n${scriptedExample}`)}
        />
      ) : null}
    </>
  );
}
