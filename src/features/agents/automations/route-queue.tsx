import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface RouteQueueProps {
  revision: BoundRevision;
  queueId: string;
  queueName: string;
  onClose: () => void;
}

/** Who works a queue once a draft is active, and what the queue is called then. */
export function RouteQueue(props: RouteQueueProps) {
  return (
    <Dialog open onClose={props.onClose} title={props.queueName} description="Applies once the draft is active.">
      <RouteForm {...props} />
    </Dialog>
  );
}

function RouteForm({ revision, queueId, queueName, onClose }: RouteQueueProps) {
  const bound = revision.queues.find(({ queue_id }) => queue_id === queueId);
  const put = useWrite(setAutomationRevisionQueue);
  const form = useContractForm(setAutomationRevisionQueue, {
    defaultValues: {
      agent_id: bound?.agent_id ?? null,
      enabled: bound?.enabled ?? true,
      name: bound?.name ?? null,
      description: bound?.description ?? "",
    },
    submit: ({ description, ...body }) =>
      put.mutateAsync({
        params: { automation_id: revision.automation_id, revision_id: revision.id, case_queue_id: queueId },
        body: { ...body, description: description || null },
      }),
    onDone: onClose,
  });
  const agents = revision.agents.filter(({ deleted }) => !deleted);
  return (
    <Form {...form.props} submit="Save" onCancel={onClose}>
      <Field label="Goes to" hint="The agents in this draft. Each case starts a run." {...form.field("agent_id")}>
        <Select
          autoFocus
          empty="No agent (unassigned)"
          options={agents.map(({ agent_id, agent_name }) => ({ value: agent_id, label: agent_name }))}
        />
      </Field>
      <Checkbox label="Assign cases" hint="When off, the queue is paused." {...form.field("enabled")} />
      <Field label="Name in this automation" {...form.field("name")}>
        <TextInput autoComplete="off" placeholder={queueName} />
      </Field>
      <Field label="Description in this automation" {...form.field("description")}>
        <Textarea />
      </Field>
    </Form>
  );
}
