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
import { listQueues } from "#contract/queues/queues.ts";
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
  /** Whether the reader may let the agent handle a further one. */
  mayAdd: boolean;
  /** `addsQueue`: the live revision does not handle the queue yet. */
  send: (trigger: Output<typeof createAgentCaseTrigger.body>, addsQueue: boolean) => Promise<unknown>;
  onDone: () => void;
}

/** Lets the cases of a queue start the agent, which handles the queue from then on. */
export function AssignQueue({ teamId, agentId, buildId, queue, queues, mayAdd, send, onDone }: AssignQueueProps) {
  const triggers = useQuery(read(listAgentCaseTriggers, { params: { agent_id: agentId } }));
  const all = useQuery({ ...read(listQueues, { params: { teamId }, query: { limit: 250 } }), enabled: mayAdd && queue === undefined });
  const handles = ({ id }: Named) => queues.some((each) => each.id === id);
  const further = queue ? [queue] : (all.data?.queues ?? []);
  const offered = [
    ...queues.filter(({ id }) => queue === undefined || id === queue.id),
    ...further.filter((each) => mayAdd && !handles(each)),
  ];
  return (
    <Loaded inline query={mayAdd && queue === undefined && all.data === undefined ? all : triggers} what="the case trigger of this agent">
      {() => {
        const trigger = triggers.data?.case_triggers[0];
        return trigger ? (
          <Assigned teamId={teamId} trigger={trigger} />
        ) : offered.length > 0 ? (
          <QueueForm agentId={agentId} queue={queue} queues={offered} handled={queues} send={send} onDone={onDone} />
        ) : (
          <NotHandled {...{ teamId, agentId, buildId, queue, mayAdd }} />
        );
      }}
    </Loaded>
  );
}

function NotHandled({
  teamId,
  agentId,
  buildId,
  queue,
  mayAdd,
}: Pick<AssignQueueProps, "teamId" | "agentId" | "buildId" | "queue" | "mayAdd">) {
  if (mayAdd) return <p className="text-ink-2">This team has no queues yet.</p>;
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-waiting-soft px-3 py-3 text-waiting">
      <p>
        This agent does not handle {queue ? queue.name : "any queue"} yet. Its creator or a Manager can add {queue ? "the queue" : "one"}.
      </p>
      <LinkButton link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId }, { tab: "queues" })}>
        See its queues
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

type QueueFormProps = Omit<AssignQueueProps, "teamId" | "buildId" | "mayAdd"> & { handled: readonly Named[] };

function QueueForm({ agentId, queue: meant, queues, handled, send, onDone }: QueueFormProps) {
  const form = useContractForm(createAgentCaseTrigger, {
    defaultValues: { case_queue_id: queues[0]?.id ?? "", enabled: true },
    submit: (body) => send(body, !handled.some(({ id }) => id === body.case_queue_id)),
    onDone: () => {
      toast("Agent assigned");
      onDone();
    },
  });
  const queue = useFieldValue(form, "case_queue_id");
  const added = handled.some(({ id }) => id === queue) ? undefined : queues.find(({ id }) => id === queue);
  const preview = useQuery(read(previewAgentCaseTriggerConflicts, { params: { agent_id: agentId }, query: { case_queue_id: queue } }));
  return (
    <Form {...form.props} submit={added ? "Add the queue and assign" : "Assign"} onCancel={onDone}>
      {meant ? null : (
        <Field label="Queue" {...form.field("case_queue_id")}>
          <Select autoFocus options={queues.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      {added ? (
        <p className="text-sm break-words">
          This agent does not handle {added.name} yet. Assigning it adds the queue to its live revision, which takes effect immediately.
        </p>
      ) : null}
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
