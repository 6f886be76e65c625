import { Plus, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { type Header, mustBeSecret, newHeader } from "./header-rows.ts";

interface ConnectionHeadersProps {
  headers: readonly Header[];
  error: string | undefined;
  errorOf: (row: number, field: "name" | "value") => string | undefined;
  onChange: (headers: Header[]) => void;
}

/** What is sent along with each call. A stored secret is not here to be shown: its field is empty, and replaces it when something is typed. */
export function ConnectionHeaders({ headers, error, errorOf, onChange }: ConnectionHeadersProps) {
  const change = (at: number, part: Partial<Header>) => onChange(headers.map((each, row) => (row === at ? { ...each, ...part } : each)));
  return (
    <fieldset data-field="headers" aria-describedby={error ? "headers-error" : undefined} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">Headers</legend>
      <p className="text-xs text-ink-3">
        Sent with every call, for example Authorization with “Bearer” and a token. A secret value is never shown again once it is saved.
      </p>
      {headers.map((header, row) => {
        const { name, value, kept } = header;
        const secret = header.secret || mustBeSecret(header);
        const called = name || `header ${row + 1}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the fields hold no state of their own
          <div key={row} className="flex flex-col gap-2 border-t border-line pt-3 sm:flex-row sm:items-start">
            <Field label={`Name of header ${row + 1}`} hideLabel error={errorOf(row, "name")} className="sm:w-44">
              <TextInput
                code
                placeholder="Authorization"
                data-field={`headers.${row}.name`}
                value={name}
                onChange={({ target }) => change(row, { name: target.value })}
              />
            </Field>
            <Field label={`Value of ${called}`} hideLabel error={errorOf(row, "value")} className="flex-1">
              <TextInput
                code
                autoComplete="off"
                spellCheck={false}
                data-field={`headers.${row}.value`}
                placeholder={kept ? "Unchanged unless you enter a new one" : "Value"}
                value={value}
                onChange={({ target }) => change(row, { value: target.value })}
              />
            </Field>
            <div className="flex min-h-8 items-center gap-2">
              <Checkbox
                label="Secret"
                aria-label={`${called} is secret`}
                checked={secret}
                disabled={mustBeSecret(header) || kept}
                onChange={({ target }) => change(row, { secret: target.checked })}
              />
              <IconButton icon={Trash2} label={`Remove ${called}`} onClick={() => onChange(headers.filter((_, other) => other !== row))} />
            </div>
          </div>
        );
      })}
      {error ? (
        <p id="headers-error" role="alert" className="text-xs text-failed">
          {error}
        </p>
      ) : null}
      <Button icon={Plus} size="sm" className="self-start" onClick={() => onChange([...headers, newHeader])}>
        Add header
      </Button>
    </fieldset>
  );
}
