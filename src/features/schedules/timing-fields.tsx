import { useId } from "react";
import { type ContractForm, useFieldValue } from "#api/form.ts";
import { frequencies, weekdays } from "#contract/schedules/schedule.ts";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import type { ScheduleValues } from "./schedule-form.ts";
import { frequencyNames, named } from "./schedule-words.ts";

const zones = Intl.supportedValuesOf("timeZone");

/** When a schedule is due. */
export function TimingFields({ form }: { form: ContractForm<ScheduleValues> }) {
  const frequency = useFieldValue(form, "frequency");
  const list = useId();
  const daily = frequency === "daily" || frequency === "workday" || frequency === "weekly" || frequency === "monthly";
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Repeats" {...form.field("frequency")} className="w-48 grow sm:grow-0">
        <Select autoFocus options={frequencies.map((value) => ({ value, label: frequencyNames[value] }))} />
      </Field>
      {frequency === "weekly" ? (
        <Field label="Weekday" {...form.field("day")} limits={{ required: true }} className="w-36">
          <Select options={weekdays.map((value) => ({ value, label: named(value) }))} />
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
      <Field label="Time zone" {...form.field("timezone")} className="min-w-48 flex-1">
        <TextInput list={list} autoComplete="off" spellCheck={false} />
      </Field>
      <datalist id={list}>
        {["UTC", ...zones].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  );
}
