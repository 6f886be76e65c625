import { useEffect, useEffectEvent, useState } from "react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type CountedLabel, createQueueLabel, hueOf, updateQueueLabel } from "#contract/queues/labels.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { LabelChip } from "./label-chip.tsx";
import { labelWords } from "./label-text.ts";
import { labelColor } from "./label-color.ts";

interface LabelFormProps {
  open: boolean;
  queueId: string;
  /** Absent for a new one. */
  label: CountedLabel | undefined;
  onClose: () => void;
}

export function LabelForm({ open, queueId, label, onClose }: LabelFormProps) {
  return (
    <Dialog open={open} onClose={onClose} title={label ? "Edit label" : "New label"}>
      <Inside queueId={queueId} label={label} onClose={onClose} />
    </Dialog>
  );
}

function Inside({ queueId, label, onClose }: Omit<LabelFormProps, "open">) {
  const create = useWrite(createQueueLabel);
  const update = useWrite(updateQueueLabel);
  const form = useContractForm(createQueueLabel, {
    defaultValues: { key: label?.key ?? "", value: label?.value ?? "", color_hue: label?.color_hue ?? hueOf({}) },
    submit: ({ key = "", value, color_hue }) => {
      const body = { key, value, ...(color_hue === undefined ? {} : { color_hue }) };
      const params = { queue_id: queueId };
      return label ? update.mutateAsync({ params: { ...params, label_id: label.id }, body }) : create.mutateAsync({ params, body });
    },
    onDone: (reply) => {
      toast(`Label “${labelWords(reply.label)}” ${label ? "saved" : "created"}`);
      onClose();
    },
    fieldOfCode: { name_taken: "value" },
  });
  const [key, value, hue] = [useFieldValue(form, "key"), useFieldValue(form, "value"), useFieldValue(form, "color_hue")];
  // The hue that the service would give it, until somebody chooses one.
  const [chosen, setChosen] = useState(label !== undefined);
  const own = hueOf({ key, value });
  const follow = useEffectEvent(() => (chosen ? undefined : form.set("color_hue", own)));
  useEffect(() => follow(), [own]);
  const shown = { key: key ?? "", value: value || "value", color_hue: hue ?? 0 };
  const changed = label && (label.key !== shown.key || label.value !== shown.value || label.color_hue !== shown.color_hue);
  return (
    <Form {...form.props} submit={label ? "Save" : "Create label"} onCancel={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Key" hint="Leave empty for a plain word." {...form.field("key")}>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="Value" {...form.field("value")}>
          <TextInput autoFocus autoComplete="off" />
        </Field>
      </div>
      <Field label="Hue" aside={`${Math.round(shown.color_hue)}°`} {...form.field("color_hue")} limits={{ min: 0, max: 360 }}>
        <TextInput
          type="range"
          step={1}
          min={0}
          max={360}
          className="hue-range"
          onInput={() => setChosen(true)}
          style={{ color: labelColor(shown.color_hue) }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2" role="status">
        {label && changed ? (
          <>
            <LabelChip label={label} /> becomes <LabelChip label={shown} />
            <span>{label.case_count === 0 ? "No case has it." : `This changes ${casesInWords(label.case_count)}.`}</span>
          </>
        ) : (
          <LabelChip label={shown} />
        )}
      </div>
    </Form>
  );
}
