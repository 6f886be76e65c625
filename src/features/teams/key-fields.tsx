import type { ContractForm, FieldProps } from "#api/form.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { expiries, firstPreset, keyPresets, type KeyPreset } from "./key-presets.ts";

interface KeyFieldsProps {
  readonly form: Pick<ContractForm<{ name: string; reads_only?: boolean; expires_in_days?: number | null }>, "field" | "set" | "valueOf">;
  /** What the fields make it; undefined where they were chosen one by one. */
  readonly preset: KeyPreset | undefined;
  /** Where the key acts in a team of choice. */
  readonly team?: {
    readonly field: FieldProps;
    readonly options: readonly { value: string; label: string }[];
    readonly set: (id: string | null) => void;
  };
}

/** What a key is made with. What it is for fills the other fields. */
export function KeyFields({ form, preset, team }: KeyFieldsProps) {
  const choose = (value: string) => {
    const next = keyPresets.find((each) => each.value === value) ?? firstPreset;
    // A name that somebody typed stays.
    if (keyPresets.some(({ name }) => name === form.valueOf("name"))) form.set("name", next.name);
    form.set("reads_only", next.reads_only);
    form.set("expires_in_days", next.expires_in_days);
    team?.set(next.oneTeam ? (team.options[0]?.value ?? null) : null);
  };
  const { limits: _limits, ...teamField } = team?.field ?? { limits: undefined };
  return (
    <>
      <Field label="For" group hint={preset?.hint}>
        <RadioGroup
          inline
          value={preset?.value ?? ""}
          onChange={choose}
          options={keyPresets.map(({ value, label }) => ({ value, label }))}
        />
      </Field>
      <Field label="Name" hint="Where you will use it, for example “nightly import”" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      {team ? (
        <Field label="Acts in" {...teamField}>
          <Select empty="All your teams" options={team.options} />
        </Field>
      ) : null}
      <Field label="Expires" {...form.field("expires_in_days")} limits={{ required: true }}>
        <Select empty="Never" options={expiries} />
      </Field>
      <Checkbox
        label="Read only"
        hint="The key sees what you see, except for links and keys that let people in, and cannot change anything."
        {...form.field("reads_only")}
      />
    </>
  );
}
