import { useState } from "react";
import { compareNumbers, isNumber } from "#contract/exact-json.ts";
import { type FieldSchema, kindOf, type NumberSchema, type TextSchema } from "#contract/queues/case-schema.ts";
import { figureOf } from "#features/queues/schema/number-of-text.ts";
import { valueWords } from "#features/queues/schema/schema-words.ts";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface PlainInputProps {
  schema: FieldSchema;
  value: unknown;
  /** Undefined: nothing is filled in. */
  onChange: (value: unknown) => void;
}

/** The input for a value that holds no others. */
export function PlainInput({ schema, value, onChange }: PlainInputProps) {
  const kind = kindOf(schema);
  const choices =
    kind === "boolean" ? [true, false] : ((schema as TextSchema | NumberSchema).enum?.filter((one) => one !== null) ?? undefined);
  if (choices) {
    const at = choices.findIndex(
      (choice) => choice === value || (isNumber(choice) && isNumber(value) && compareNumbers(choice, value) === 0),
    );
    const words = (choice: unknown) => (choice === true ? "Yes" : choice === false ? "No" : String(choice));
    return (
      <Select
        empty="–"
        value={at < 0 ? "" : String(at)}
        options={choices.map((choice, i) => ({ value: String(i), label: words(choice) }))}
        onChange={({ target }) => onChange(target.value === "" ? undefined : choices[Number(target.value)])}
      />
    );
  }
  return kind === "string" ? (
    <WordInput schema={schema as TextSchema} value={value} onChange={onChange} />
  ) : (
    <FigureInput whole={kind === "integer"} value={value} onChange={onChange} />
  );
}

/** A text that takes several lines. */
export function isLong(schema: FieldSchema, value: unknown): boolean {
  const { format, maxLength = 0 } = schema as TextSchema;
  return format === undefined && (maxLength > 200 || (typeof value === "string" && value.includes("\n")));
}

function WordInput({ schema, value, onChange }: PlainInputProps & { schema: TextSchema }) {
  const { format } = schema;
  const text = typeof value === "string" ? value : "";
  const set = ({ target }: { target: { value: string } }) => onChange(target.value === "" ? undefined : target.value);
  if (format === "date-time") return <MomentInput text={text} onChange={onChange} />;
  if (format === "date") return <TextInput type="date" value={text} onChange={set} />;
  if (isLong(schema, value)) return <Textarea rows={3} value={text} onChange={set} />;
  return <TextInput autoComplete="off" code={format === "uuid" || format === "uri"} value={text} onChange={set} />;
}

/** In the viewer's zone, kept in UTC. What the browser's field cannot show stays text. */
function MomentInput({ text, onChange }: { text: string; onChange: (value: unknown) => void }) {
  const at = new Date(text);
  if (text !== "" && Number.isNaN(at.getTime()))
    return (
      <TextInput autoComplete="off" value={text} onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)} />
    );
  const local = text === "" ? "" : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      value={local}
      onChange={({ target }) => onChange(target.value === "" ? undefined : new Date(target.value).toISOString())}
    />
  );
}

/** Keeps what is being typed, as in `12.`, and hands on the number that it is so far; what is none goes on as text, and is told of. */
function FigureInput({ whole, value, onChange }: { whole: boolean; value: unknown; onChange: (value: unknown) => void }) {
  const [typed, setTyped] = useState("");
  const shown = JSON.stringify(figureOf(typed)) === JSON.stringify(value) ? typed : valueWords(value);
  return (
    <NumberInput
      {...(whole ? {} : { step: "any" })}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(figureOf(target.value));
      }}
    />
  );
}
