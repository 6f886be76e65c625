import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { chosenTrigger, type EventTrigger, tryTriggerFilter, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { type TriggerSlug, type TriggerType, isOfConnections, typesOf } from "#contract/schedules/trigger-words.ts";
import type { Output } from "#contract/zod.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";
import { FilterFields } from "./filter-fields.tsx";
import { ReplacedTrigger } from "./replaced-trigger.tsx";
import { TriedEvents } from "./tried-events.tsx";
import { typeWords } from "./trigger-words.ts";
import { SourceChoice } from "./source-choice.tsx";

interface EditTriggerProps {
  teamId: string;
  agentId: string;
  slug: TriggerSlug;
  /** Absent: none is set up yet. */
  trigger: EventTrigger | undefined;
  /** The webhook source that is meant; absent: it is chosen. */
  from?: string | undefined;
  /** Assigns the agent, instead of the operation that only stores triggers. */
  send?: (trigger: Output<typeof upsertAgentTrigger.body>) => Promise<unknown>;
  onDone: () => void;
}

/** Sets a trigger up or changes it; says meanwhile which of the last events it would have let through. */
export function EditTrigger({ teamId, agentId, slug, trigger, from, send, onDone }: EditTriggerProps) {
  const save = useWrite(upsertAgentTrigger);
  const hasChoice = slug === "webhook" || isOfConnections(slug);
  const types: readonly TriggerType[] = typesOf[slug];
  const stored = hasChoice ? trigger?.integration_instance_id : undefined;
  // Another source has other events.
  const filterOf = (id: string | undefined) => (trigger && id === stored ? trigger.filter_config : {});
  const form = useContractForm(chosenTrigger, {
    id: ["event-trigger", agentId, slug, ...(from ? [from] : [])].join("-"),
    defaultValues: {
      integration_slug: slug,
      trigger_type: (trigger?.trigger_type ?? types[0]) as TriggerType,
      filter_config: filterOf(from ?? stored),
      ...((from ?? stored) && { integration_instance_id: from ?? stored }),
      enabled: send !== undefined || (trigger?.enabled ?? true),
    },
    submit: (body) => (send ? send(body) : save.mutateAsync({ params: { agentId }, body })),
    onDone: () => {
      toast(replaces ? "Trigger replaced" : trigger ? "Saved" : "Trigger created");
      onDone();
    },
  });
  const type = useFieldValue(form, "trigger_type");
  const filter = useFieldValue(form, "filter_config") ?? {};
  const source = useFieldValue(form, "integration_instance_id");
  const replaces = trigger && (send || type !== trigger.trigger_type || (source && source !== stored));
  const tried = { integration_slug: slug, trigger_type: type, filter_config: filter, ...(source && { integration_instance_id: source }) };
  const errors = form.errorsBelow("filter_config");
  return (
    <Form {...form.props} submit={replaces ? "Replace trigger" : trigger ? "Save trigger" : "Create trigger"} onCancel={onDone}>
      {replaces ? <ReplacedTrigger teamId={teamId} trigger={trigger} /> : null}
      {hasChoice && !from ? (
        <SourceChoice
          teamId={teamId}
          slug={slug}
          value={source}
          error={form.errorOf("integration_instance_id")}
          onChange={(id) => {
            form.set("integration_instance_id", id);
            if (source || id === stored) form.set("filter_config", filterOf(id));
          }}
        />
      ) : null}
      {types.length > 1 ? (
        <Field label="When" {...form.field("trigger_type")}>
          <Select autoFocus={!hasChoice} options={types.map((value) => ({ value, label: typeWords[value] }))} />
        </Field>
      ) : null}
      <FilterFields
        teamId={teamId}
        slug={slug}
        filter={filter}
        errorOf={(field) => errors.get(field)}
        onChange={(next) => form.set("filter_config", next)}
      />
      {(source || !hasChoice) && tryTriggerFilter.body.safeParse(tried).success ? <TriedEvents agentId={agentId} body={tried} /> : null}
    </Form>
  );
}
