import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { read, useWrite } from "#api/query.ts";
import { useFailure } from "#api/failure.ts";
import { type CaseTrigger, createAgentCaseTrigger, listAgentCaseTriggers, updateAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";
import { AgentOfTrigger, QueueOfTrigger } from "./trigger-choices.tsx";
import { TriggerPreview } from "./trigger-preview.tsx";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a trigger is set up for: what is absent is chosen in the dialog. */
export interface TriggerSubject {
  readonly queue?: Named;
  readonly agent?: Named;
}

interface TriggerDialogProps {
  teamId: string;
  subject: TriggerSubject | undefined;
  onClose: () => void;
}

/** Says what an enabled trigger would do, then makes it, or enables the one that the agent has. */
export function TriggerDialog({ teamId, subject, onClose }: TriggerDialogProps) {
  return (
    <Dialog open={subject !== undefined} onClose={onClose} title={titleOf(subject)}>
      {subject ? <Inside teamId={teamId} subject={subject} onClose={onClose} /> : null}
    </Dialog>
  );
}

function titleOf({ agent, queue }: TriggerSubject = {}): string {
  return agent && queue ? `Run ${agent.name} automatically on “${queue.name}”` : "Add trigger";
}

function Inside({ teamId, subject, onClose }: { teamId: string; subject: TriggerSubject; onClose: () => void }) {
  const [agent, setAgent] = useState(subject.agent);
  const [queue, setQueue] = useState(subject.queue);
  const [missing, setMissing] = useState(false);
  const triggers = useQuery({ ...read(listAgentCaseTriggers, { params: { agent_id: agent?.id ?? "" } }), enabled: agent !== undefined });
  const existing = triggers.data?.case_triggers[0];
  const [chosen, setChosen] = useState<"default" | "1">();
  const concurrency = chosen ?? (existing?.concurrency === 1 ? "1" : "default");
  const limit = concurrency === "1" ? 1 : existing && existing.concurrency !== 1 ? existing.concurrency : null;
  const save = useSave(onClose);
  const [asked, setAsked] = useState(false);
  const choices = useRef(0);
  /** A press that still waits to be carried out was about the choice before. */
  const choosing =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      choices.current += 1;
      set(next);
    };
  const send = async () => {
    setMissing(true);
    if (!agent || !queue || save.busy || asked) return;
    setAsked(true);
    const pressedAt = choices.current;
    const { data } = triggers.data ? triggers : await triggers.refetch({ cancelRefetch: false });
    setAsked(false);
    if (choices.current !== pressedAt) return;
    // That the agent has a trigger already was not known at the press: the form says now what would become of it.
    if (data && data.case_triggers[0]?.id === existing?.id) save.run(agent, queue, existing, concurrency === "1" ? 1 : null);
  };
  return (
    <Form
      submit={existing ? "Resume" : "Create trigger"}
      onCancel={onClose}
      busy={save.busy || asked}
      error={save.error ?? triggers.error?.message}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {subject.agent ? null : <AgentOfTrigger teamId={teamId} value={agent} onChange={choosing(setAgent)} missing={missing} />}
      {subject.queue ? null : <QueueOfTrigger teamId={teamId} value={queue} onChange={choosing(setQueue)} missing={missing} />}
      {agent && queue ? <TriggerPreview agent={agent} queue={queue} concurrency={limit} existing={existing} /> : null}
      <Field label="Cases at once" group>
        <RadioGroup
          options={[
            { value: "default", label: "Unlimited (up to the installation's limit)" },
            { value: "1", label: "One at a time", hint: "Starts the next case when the current one is finished or postponed." },
          ]}
          value={concurrency}
          onChange={choosing(setChosen)}
        />
      </Field>
    </Form>
  );
}

/** Sends what was decided; a trigger that the agent has already is pointed here and enabled. */
function useSave(onDone: () => void) {
  const create = useWrite(createAgentCaseTrigger);
  const update = useWrite(updateAgentCaseTrigger);
  const { words: error, setFailure } = useFailure();
  const run = (agent: Named, queue: Named, existing: CaseTrigger | undefined, concurrency: 1 | null) => {
    setFailure(undefined);
    // A number that an operator has set is left as they were where nobody asks for another one.
    const limit = existing && existing.concurrency !== 1 && concurrency === null ? {} : { concurrency };
    const elsewhere = existing && existing.case_queue_id !== queue.id ? { case_queue_id: queue.id } : {};
    const sent = existing
      ? update.mutateAsync({ params: { agent_id: agent.id, trigger_id: existing.id }, body: { ...elsewhere, ...limit, enabled: true } })
      : create.mutateAsync({ params: { agent_id: agent.id }, body: { case_queue_id: queue.id, enabled: true, concurrency } });
    sent
      .then(() => {
        toast(`${agent.name} runs automatically on “${queue.name}”`);
        onDone();
      })
      .catch(setFailure);
  };
  return { run, error, busy: create.isPending || update.isPending };
}
