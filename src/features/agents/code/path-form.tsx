import { type KeyboardEvent, useState } from "react";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface PathFormProps {
  /** The path now; absent for a new file. */
  from: string | undefined;
  problemWith: (path: string) => string | undefined;
  onDone: (path: string) => void;
  onCancel: () => void;
}

/** Asks for the path of a file in the tree. Enter takes it, Escape leaves. Not a form: it stands inside of one. */
export function PathForm({ from, problemWith, onDone, onCancel }: PathFormProps) {
  const [path, setPath] = useState(from ?? "");
  const [problem, setProblem] = useState<string>();
  const take = () => {
    const wrong = problemWith(path);
    if (wrong === undefined) onDone(path);
    else setProblem(wrong);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter") take();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="border-b border-line p-2">
      <Field label={from === undefined ? "Path of the new file" : "New path"} error={problem} hint="Press Enter to save, Esc to cancel.">
        <TextInput
          code
          autoFocus
          value={path}
          placeholder="lib/helpers.py"
          onChange={(event) => {
            setPath(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
    </div>
  );
}
