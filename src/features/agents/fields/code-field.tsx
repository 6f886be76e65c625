import { useState } from "react";
import { useFieldValue } from "#api/form.ts";
import { mainFile, maxStepText, type CodeStepData } from "#contract/agents/config.ts";
import { bucketToCome } from "#features/agents/code-contents.ts";
import { CodeFiles } from "#features/agents/code/code-files.tsx";
import { TextLength } from "#features/agents/text-length.tsx";
import { CodeEditor } from "#ui/code-editor.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { StepForm } from "./step-form.ts";

type Source = CodeStepData["source"];

const emptyFiles: Source = { kind: "files", startCommand: "python main.py", bundle: { bucket: bucketToCome, files: [] } };

/** The program of a code step: one text, or files with a command that starts them. */
export function CodeField({ form, at, teamId }: StepForm & { teamId: string }) {
  const name = `${at}.data.source`;
  const source = useFieldValue(form, name) as Source;
  const [other, setOther] = useState<Source>(source.kind === "inline" ? emptyFiles : { kind: "inline", code: "" });
  const swap = (kind: Source["kind"]) => {
    if (kind === source.kind) return;
    form.set(name, other);
    setOther(source);
  };
  return (
    <>
      <Field label="Program" group>
        <RadioGroup
          inline
          options={[
            { value: "inline", label: "Single file" },
            { value: "files", label: "Files" },
          ]}
          value={source.kind}
          onChange={swap}
        />
      </Field>
      {source.kind === "inline" ? (
        <Field
          label={mainFile}
          group
          registration={form.field(`${name}.code`).registration}
          error={form.errorOf(`${name}.code`)}
          aside={<TextLength length={source.code.length} max={maxStepText} />}
        >
          <CodeEditor
            value={source.code}
            onChange={(code) => form.set(`${name}.code`, code)}
            language="python"
            minLines={20}
            maxLines={60}
          />
        </Field>
      ) : (
        <CodeFiles form={form} name={`${name}.bundle`} teamId={teamId} />
      )}
    </>
  );
}
