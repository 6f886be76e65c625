import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type Schedule, mostCaughtUp } from "#contract/schedules/schedule.ts";
import { ownTiming } from "#contract/schedules/timing.ts";
import { createSchedule, planSchedule, updateSchedule } from "#contract/schedules/schedules.ts";
import type { Output } from "#contract/zod.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";
import { PlannedFirings } from "./planned-firings.tsx";
import { type ScheduleValues, valuesOf } from "./schedule-form.ts";
import { timingInWords } from "./schedule-words.ts";
import { TimingFields } from "./timing-fields.tsx";

interface EditScheduleProps {
  teamId: string;
  agentId: string;
  /** Absent: a further one. */
  schedule?: Schedule | undefined;
  /** Makes it instead of the operation that only makes schedules. */
  send?: (schedule: Output<typeof createSchedule.body>) => Promise<unknown>;
  onDone: () => void;
}

/** Sets a schedule up or changes it; says meanwhile when it will be due. */
export function EditSchedule({ teamId, agentId, schedule, send, onDone }: EditScheduleProps) {
  const create = useWrite(createSchedule);
  const update = useWrite(updateSchedule);
  const form = useContractForm(createSchedule.body, {
    id: `schedule-${agentId}-${schedule?.id ?? "new"}`,
    defaultValues: valuesOf(schedule),
    submit: ({ enabled, ...body }) =>
      schedule
        ? update.mutateAsync({ params: { agent_id: agentId, schedule_id: schedule.id }, body })
        : send
          ? send({ enabled, ...body })
          : create.mutateAsync({ params: { agent_id: agentId }, body: { enabled, ...body } }),
    onDone: () => {
      toast(schedule ? "Saved" : "Schedule created");
      onDone();
    },
  });
  return (
    <Form {...form.props} submit={schedule ? "Save schedule" : "Create schedule"} onCancel={onDone}>
      <TimingFields form={form} />
      <Plan teamId={teamId} form={form} />
      <Disclosure summary="If something is in the way">
        <div className="mt-3 flex flex-col gap-4">
          <Field label="After times that the service missed" {...form.field("catch_up")} limits={{ required: true }} group>
            <RadioGroup
              options={[
                { value: "one", label: "Start one run" },
                { value: "skip", label: "Start none" },
                { value: "all", label: "Start one for each", hint: `The newest ${mostCaughtUp}` },
              ]}
            />
          </Field>
          <Field label="While its last run is active" {...form.field("overlap")} limits={{ required: true }} group>
            <RadioGroup
              options={[
                { value: "skip", label: "Skip", hint: "A run that waits for a person is not active" },
                { value: "allow", label: "Start another run" },
              ]}
            />
          </Field>
          <Once form={form} />
        </div>
      </Disclosure>
    </Form>
  );
}

type ScheduleForm = ReturnType<typeof useContractForm<typeof createSchedule.body, unknown>>;

function Once({ form }: { form: ScheduleForm }) {
  const recurring = useFieldValue(form, "recurring");
  return (
    <Checkbox
      label="Only once"
      hint="The schedule is paused after its next time"
      checked={recurring === false}
      onChange={(event) => form.set("recurring", !event.target.checked)}
    />
  );
}

/** What the fields mean, once they are complete. */
function Plan({ teamId, form }: { teamId: string; form: ScheduleForm }) {
  const frequency = useFieldValue(form, "frequency");
  const time = useFieldValue(form, "time");
  const timezone = useFieldValue(form, "timezone");
  const day = useFieldValue(form, "day");
  const day_of_month = useFieldValue(form, "day_of_month");
  const cron = useFieldValue(form, "cron");
  const values: Pick<ScheduleValues, "frequency"> = { frequency };
  const read = planSchedule.body.safeParse({ ...values, time: time || null, timezone, day, day_of_month, cron: cron || null, zones: [] });
  if (!read.success) return <p className="text-sm text-ink-2">Complete the fields to see the next due times.</p>;
  const { zones: _, ...given } = read.data;
  const timing = ownTiming(given);
  return (
    <section aria-label="When it runs" className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="font-medium">{timingInWords(timing)}</p>
      <PlannedFirings teamId={teamId} timing={timing} />
    </section>
  );
}
