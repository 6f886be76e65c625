import { type ContractForm, useFieldValue } from "#api/form.ts";
import { frequencies, weekdays } from "#contract/schedules/schedule.ts";
import { capitalized } from "#ui/capitalized.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import type { ScheduleValues } from "./schedule-form.ts";
import { frequencyNames } from "#contract/schedules/timing-words.ts";
import { zoneOptions } from "./zones.ts";

const repeats = [{ value: "once", label: "Once" }, ...frequencies.map((value) => ({ value, label: frequencyNames[value] }))];

interface TimingFieldsProps {
  form: ContractForm<ScheduleValues>;
  /** It pauses after a due time that its frequency finds. No date says that, so it is kept beside the frequency. */
  once: boolean;
}

/** When a schedule is due. */
export function TimingFields({ form, once }: TimingFieldsProps) {
  const frequency = useFieldValue(form, "frequency");
  const daily =
    frequency === "once" || frequency === "daily" || frequency === "workday" || frequency === "weekly" || frequency === "monthly";
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Repeats" {...form.field("frequency")} className="w-48 grow sm:grow-0">
        <Select autoFocus options={repeats} />
      </Field>
      {frequency === "once" ? (
        <Field label="Date" {...form.field("date")} className="w-40">
          <TextInput type="date" />
        </Field>
      ) : null}
      {frequency === "weekly" ? (
        <Field label="Weekday" {...form.field("day")} limits={{ required: true }} className="w-36">
          <Select options={weekdays.map((value) => ({ value, label: capitalized(value) }))} />
        </Field>
      ) : null}
      {frequency === "monthly" ? (
        <Field label="Day" {...form.field("day_of_month")} limits={{ required: true, min: 1, max: 31 }} className="w-20">
          <NumberInput />
        </Field>
      ) : null}
      {daily ? (
        <Field label="Time" {...form.field("time")} limits={{ required: true }} className="w-28">
          <TextInput type="time" />
        </Field>
      ) : null}
      {frequency === "custom" ? (
        <Field
          label="Cron expression"
          hint="Minute, hour, day of month, month, day of week"
          {...form.field("cron")}
          limits={{ required: true }}
          className="min-w-48 flex-1"
        >
          <TextInput code placeholder="0 9 * * 1-5" />
        </Field>
      ) : null}
      <Zone form={form} />
      {once && frequency !== "once" ? <OnlyOnce form={form} /> : null}
    </div>
  );
}

function Zone({ form }: { form: ContractForm<ScheduleValues> }) {
  const zone = useFieldValue(form, "timezone");
  return (
    <Field label="Time zone" {...form.field("timezone")} className="min-w-48 flex-1">
      <Combobox options={zoneOptions(zone)} value={zone} onChange={(next) => form.set("timezone", next ?? "")} />
    </Field>
  );
}

function OnlyOnce({ form }: { form: ContractForm<ScheduleValues> }) {
  const recurring = useFieldValue(form, "recurring");
  return (
    <div className="w-full">
      <Checkbox
        label="Only once"
        hint="The schedule is paused after its next time"
        checked={recurring === false}
        onChange={(event) => form.set("recurring", !event.target.checked)}
      />
    </div>
  );
}
