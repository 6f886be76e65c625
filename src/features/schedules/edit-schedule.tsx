import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { type Schedule, catchUps, mostCaughtUp, overlaps } from "#contract/schedules/schedule.ts";
import { ownTiming } from "#contract/schedules/timing.ts";
import { createSchedule, updateSchedule } from "#contract/schedules/schedules.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";
import { PlannedFirings } from "./planned-firings.tsx";
import { type ScheduleBody, ScheduleForm, changesOf, factsOf, valuesOf } from "./schedule-form.ts";
import { catchUpWords, overlapWords, settingWords, timingInWords } from "./schedule-words.ts";
import { TimingFields } from "./timing-fields.tsx";

interface EditScheduleProps {
  teamId: string;
  agentId: string;
  /** Absent: a further one. */
  schedule?: (Schedule & Pick<TeamSchedule, "ended">) | undefined;
  /** Makes it instead of the operation that only makes schedules. */
  send?: (schedule: ScheduleBody) => Promise<unknown>;
  onDone: () => void;
}

/** Sets a schedule up or changes it; says meanwhile when it will be due. */
export function EditSchedule({ teamId, agentId, schedule, send, onDone }: EditScheduleProps) {
  const create = useWrite(createSchedule);
  const update = useWrite(updateSchedule);
  const form = useContractForm(ScheduleForm, {
    id: `schedule-${agentId}-${schedule?.id ?? "new"}`,
    defaultValues: valuesOf(schedule),
    ...(schedule ? { follows: factsOf } : {}),
    submit: (body, changed) =>
      schedule
        ? update.mutateAsync({
            params: { agent_id: agentId, schedule_id: schedule.id },
            // Another time for one that has ended is there to be due.
            body: { ...changesOf(body, changed), ...(schedule.ended && { enabled: true }) },
          })
        : send
          ? send(body)
          : create.mutateAsync({ params: { agent_id: agentId }, body }),
    onDone: () => {
      toast(schedule ? "Saved" : "Schedule created");
      onDone();
    },
  });
  const alone = useFieldValue(form, "overlap") === "skip";
  return (
    <Form {...form.props} submit={schedule ? "Save schedule" : "Create schedule"} onCancel={onDone}>
      <TimingFields form={form} once={schedule?.recurring === false && valuesOf(schedule).recurring === false} />
      <Plan teamId={teamId} form={form} />
      <Disclosure summary="Missed and overlapping runs">
        <div className="mt-3 flex flex-col gap-4">
          <Field label={settingWords.catch_up} {...form.field("catch_up")} limits={{ required: true }} group>
            <RadioGroup
              options={catchUps.map((value) => ({
                value,
                label: catchUpWords[value],
                ...(value === "all" && { hint: `The newest ${mostCaughtUp}${alone ? togetherWithSkip : ""}` }),
              }))}
            />
          </Field>
          <Field label={settingWords.overlap} {...form.field("overlap")} limits={{ required: true }} group>
            <RadioGroup
              options={overlaps.map((value) => ({
                value,
                label: overlapWords[value],
                ...(value === "skip" && { hint: "A run that waits for a person is not active" }),
              }))}
            />
          </Field>
        </div>
      </Disclosure>
    </Form>
  );
}

const togetherWithSkip = ". They start together, so with “Skip” below only the oldest of them does";

/** What the fields mean, or what keeps them from meaning anything. */
function Plan({ teamId, form }: { teamId: string; form: ReturnType<typeof useContractForm<typeof ScheduleForm, unknown>> }) {
  const frequency = useFieldValue(form, "frequency");
  const date = useFieldValue(form, "date");
  const time = useFieldValue(form, "time");
  const timezone = useFieldValue(form, "timezone");
  const day = useFieldValue(form, "day");
  const day_of_month = useFieldValue(form, "day_of_month");
  const cron = useFieldValue(form, "cron");
  const recurring = useFieldValue(form, "recurring");
  const given = { frequency, date, time: time || null, timezone, day, day_of_month, cron: cron || null, recurring };
  const read = ScheduleForm.safeParse({ ...valuesOf(undefined), ...given });
  if (!read.success) return <p className="rounded-md bg-sunken p-3 text-sm text-ink-2">{read.error.issues[0]?.message}</p>;
  return (
    <section aria-label="When it runs" className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="font-medium">{timingInWords({ ...ownTiming(read.data), recurring: read.data.recurring })}</p>
      <PlannedFirings teamId={teamId} timing={ownTiming(read.data)} once={read.data.recurring === false} />
    </section>
  );
}
