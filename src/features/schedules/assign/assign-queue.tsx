import { useQuery } from "@tanstack/react-query";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { Named } from "#contract/fields.ts";
import {
  type CaseTrigger,
  createAgentCaseTrigger,
  listAgentCaseTriggers,
  previewAgentCaseTriggerConflicts,
} from "#contract/queues/case-triggers.ts";
import type { Output } from "#contract/zod.ts";
import { counted } from "#ui/counted.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";

interface AssignQueueProps {
  teamId: string;
  agentId: string;
  buildId: string;
  /** The one that is meant. */
  queue: Named | undefined;
  /** Those that its live revision handles. */
  queues: readonly Named[];
  send: (trigger: Output<typeof createAgentCaseTrigger.body>) => Promise<unknown>;
  onDone: () => void;
}

/** Lets the cases of a queue start the agent. */
export function AssignQueue({ teamId, agentId, buildId, queue, queues, send, onDone }: AssignQueueProps) {
  const triggers = useQuery(read(listAgentCaseTriggers, { params: { agent_id: agentId } }));
  const offered = queue ? queues.filter(({ id }) => id === queue.id) : queues;
  if (offered.length > 0)
    return (
      <Loaded inline query={triggers} what="the case trigger of this agent">
        {({ case_triggers: [trigger] }) =>
          trigger ? (
            <Assigned teamId={teamId} trigger={trigger} />
          ) : (
            <QueueForm agentId={agentId} queue={queue} queues={offered} send={send} onDone={onDone} />
          )
        }
      </Loaded>
    );
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-waiting-soft px-3 py-3 text-waiting">
      {queue ? (
        <p>
          The live revision of this agent does not handle the cases of {queue.name}. Name the queue in a revision and make it live first.
        </p>
      ) : (
        <p>The live revision of this agent handles the cases of no queue. Name the queue in a revision and make it live first.</p>
      )}
      <LinkButton link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId }, { tab: "queues" })}>
        Open the queues of the revision
      </LinkButton>
    </div>
  );
}

/** An agent has one case trigger. */
function Assigned({ teamId, trigger: { agent_id: agentId, case_queue_name, enabled } }: { teamId: string; trigger: CaseTrigger }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-waiting-soft px-3 py-3 text-waiting">
      <p className="break-words">
        {enabled
          ? `The cases of ${case_queue_name} already start this agent.`
          : `This agent already has a case trigger for ${case_queue_name}, which is paused.`}{" "}
        An agent has one case trigger.
      </p>
      <LinkButton link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId }, { tab: "trigger" })}>Open its trigger</LinkButton>
    </div>
  );
}

function QueueForm({ agentId, queue: meant, queues, send, onDone }: Omit<AssignQueueProps, "teamId" | "buildId">) {
  const form = useContractForm(createAgentCaseTrigger, {
    defaultValues: { case_queue_id: queues[0]?.id ?? "", enabled: true },
    submit: send,
    onDone: () => {
      toast("Agent assigned");
      onDone();
    },
  });
  const queue = useFieldValue(form, "case_queue_id");
  const preview = useQuery(read(previewAgentCaseTriggerConflicts, { params: { agent_id: agentId }, query: { case_queue_id: queue } }));
  return (
    <Form {...form.props} submit="Assign" onCancel={onDone}>
      {meant ? null : (
        <Field label="Queue" {...form.field("case_queue_id")}>
          <Select autoFocus options={queues.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <Loaded inline query={preview} what="what the queue would start">
        {({ waiting_cases, conflicting_agents }) => (
          <p className="text-sm text-ink-2">
            {waiting_cases === 0
              ? "No case waits: the next one starts a run."
              : `${counted(waiting_cases, "waiting case starts a run", "waiting cases start runs")} now.`}
            {conflicting_agents.length === 0
              ? ""
              : ` The queue already starts ${conflicting_agents.map(({ name }) => name).join(", ")}: cases wait until only one agent is left.`}
          </p>
        )}
      </Loaded>
    </Form>
  );
}
