import { useState } from "react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { fewestDays, keptFor, mostDays, type RetentionKind, retentionKinds, updateRetention } from "#contract/teams/retention.ts";
import { counted } from "#ui/counted.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { RetentionGoing, useGoing } from "./retention-going.tsx";
import type { RetentionProps } from "./retention-list.tsx";
import { retentionWords } from "./retention-words.ts";

const usualDays = 90;
const schemas = Object.fromEntries(retentionKinds.map((kind) => [kind, keptFor(kind)])) as Record<
  RetentionKind,
  ReturnType<typeof keptFor>
>;

/** Chooses how long one kind is kept. Says what goes at once, and asks for the organization's name before it does. */
export function RetentionForm({ organization, retention, kind, onClose }: RetentionProps & { kind: RetentionKind; onClose: () => void }) {
  const before = retention[kind];
  const [limited, setLimited] = useState(before !== null);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const params = { orgId: organization.id };
  const update = useWrite(updateRetention);
  const save = (days: number | null) => update.mutateAsync({ params, body: { [kind]: days } });
  const form = useContractForm(schemas[kind], {
    defaultValues: { days: before ?? usualDays },
    submit: ({ days }) => save(limited ? days : null),
    onDone: () => {
      toast("Retention saved");
      onClose();
    },
  });
  const choose = (days: boolean) => {
    setLimited(days);
    // A number that cannot be, in a field that is not shown, would keep the form from being sent.
    if (!days) form.set("days", before ?? usualDays);
  };
  const days = useFieldValue(form, "days");
  const going = useGoing(organization.id, kind, limited ? days : null);
  const removes = limited && going.now > 0;
  const named = typed.trim() === organization.name.trim();
  const { one, many, after, removes: removed, keeps } = retentionWords[kind];
  return (
    <Form
      {...form.props}
      submit={removes ? `Remove ${counted(going.now, one, many)}` : "Save"}
      tone={removes ? "danger" : "primary"}
      busy={form.busy || (limited && going.loading)}
      blocked={limited && going.failed}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (limited && (going.loading || going.failed)) return;
        if (removes && !named) event.currentTarget.querySelector<HTMLInputElement>("[data-confirm]")?.focus();
        else form.props.onSubmit(event);
      }}
    >
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-ink-3">Removed</dt>
        <dd>{removed}</dd>
        <dt className="text-ink-3">Kept</dt>
        <dd>{keeps}</dd>
      </dl>
      <Field label="Keep them" group>
        <RadioGroup
          options={[
            { value: "ever", label: "Forever" },
            { value: "days", label: `For a number of days ${after}` },
          ]}
          value={limited ? "days" : "ever"}
          onChange={(value) => choose(value === "days")}
        />
      </Field>
      {limited ? (
        <Field
          label="Days"
          hint={`From ${fewestDays[kind]} days to ${mostDays.toLocaleString("en")}, which is ten years`}
          {...form.field("days")}
        >
          <NumberInput unit="days" />
        </Field>
      ) : null}
      <RetentionGoing kind={kind} going={limited ? going : undefined} />
      {removes ? (
        <Field
          label="Type the organization’s name to confirm"
          hint={<span className="font-mono text-ink-2">{organization.name}</span>}
          error={tried && !named ? `Type “${organization.name}” exactly` : undefined}
        >
          <TextInput data-confirm value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
        </Field>
      ) : null}
    </Form>
  );
}
