import type { Filter, LabelFilter } from "#contract/list.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Select } from "#ui/select.tsx";
import { type Control, optionsOf } from "./filter-options.ts";
import { ObjectChoice } from "./object-choice.tsx";

interface ChosenFilterProps {
  teamId: string;
  filter: Filter;
  value: unknown;
  control: Control | undefined;
  /** How wide it is in the row. */
  className: string;
  onChange: (value: unknown) => void;
}

/** The control of one filter: a list of words, or a field that finds objects and labels by their names. */
export function ChosenFilter({ teamId, filter, value, control, className, onChange }: ChosenFilterProps) {
  if (filter.kind === "object")
    return (
      <ObjectChoice
        {...{ teamId, className }}
        of={filter.of}
        label={filter.label}
        placeholder={filter.any}
        value={typeof value === "string" ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (filter.kind === "label")
    return <LabelChoice filter={filter} control={control ?? {}} {...{ className, onChange }} value={value as LabelValue | undefined} />;
  if (!("any" in filter)) return null;
  return (
    <Select
      aria-label={filter.label}
      className={className}
      empty={filter.any}
      options={optionsOf(filter, value, control)}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}

type LabelValue = readonly [key: string, value: string];

interface LabelChoiceProps {
  filter: LabelFilter;
  control: Control;
  value: LabelValue | undefined;
  className: string;
  onChange: (value: LabelValue | undefined) => void;
}

function LabelChoice({ filter, control, value, className, onChange }: LabelChoiceProps) {
  const { labels = [], keys, reads, begins = [], typed: note = "" } = control;
  const inWords = (key: string, of: string) => labelInWords(keys?.get(key) ?? key, of);
  const chosen = value && labels.find((each) => each.key === value[0] && each.value === value[1]);
  // A label that there is no more is still what the list is narrowed by.
  const missing = value && !chosen ? [{ value: "missing", label: inWords(...value) }] : [];
  return (
    <div className={className}>
      <Combobox
        label={filter.label}
        placeholder={filter.any}
        options={[
          ...missing,
          ...labels.map(({ id, key, value: of, word = of }) => ({ value: id, label: inWords(key, word) })),
          ...begins.map((key) => ({ value: `key ${key}`, label: `${key}: …`, begins: `${key}: `, note })),
        ]}
        value={chosen?.id ?? missing[0]?.value ?? null}
        inRow
        {...(reads && { free: true, refuses: (text) => refusalIn(reads(text)) })}
        onChange={(id) => {
          const next = labels.find((each) => each.id === id);
          const typed = next || id === null ? undefined : reads?.(id);
          onChange(next ? [next.key, next.value] : typed && "refusal" in typed ? undefined : typed);
        }}
      />
    </div>
  );
}

function refusalIn(read: LabelValue | { readonly refusal: string }): string | undefined {
  return "refusal" in read ? read.refusal : undefined;
}

function labelInWords(key: string, value: string): string {
  return key === "" ? value : `${key}: ${value}`;
}
