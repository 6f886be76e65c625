import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { useMoveTargets } from "#api/team-move.ts";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { type Agent, updateAgent } from "#contract/agents/agents.ts";
import { kindWord } from "#features/agents/agent-kind.tsx";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { DeleteAgent } from "#features/agents/delete-agent.tsx";
import { whoMayEdit } from "#features/agents/rights.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { CallersSection } from "./agent-callers.tsx";
import { MoveAgent } from "./move-agent.tsx";

export function AgentSettings({ teamId, agent }: AgentTabProps) {
  const mayEdit = useMay(updateAgent, agent);
  return <ScrollColumn>{mayEdit ? <Editable teamId={teamId} agent={agent} /> : <Readable teamId={teamId} agent={agent} />}</ScrollColumn>;
}

function Editable({ teamId, agent }: AgentTabProps) {
  const [deleting, setDeleting] = useState(false);
  const [moving, setMoving] = useState(false);
  const targets = useMoveTargets(moveAgent, teamId);
  return (
    <>
      <Section title="General">
        <NameForm agent={agent} />
      </Section>
      <CallersSection teamId={teamId} agentId={agent.id} />
      {targets.length > 0 ? (
        <Section title="Move" description="Move it to another team that you manage, with its revisions, runs and memory.">
          <Button onClick={() => setMoving(true)}>Move to another team…</Button>
        </Section>
      ) : null}
      <Section title="Delete" description="Stops its active runs and deletes its revisions. Past runs stay readable.">
        <Button tone="danger" onClick={() => setDeleting(true)}>
          Delete agent
        </Button>
      </Section>
      <MoveAgent open={moving} onClose={() => setMoving(false)} agent={agent} targets={targets} />
      <DeleteAgent open={deleting} onClose={() => setDeleting(false)} teamId={teamId} agent={agent} />
    </>
  );
}

function NameForm({ agent }: { agent: Agent }) {
  const update = useWrite(updateAgent);
  const rename = (name: string) => update.mutateAsync({ params: { agent_id: agent.id }, body: { name } });
  const form = useContractForm(updateAgent, {
    id: `agent-name-${agent.id}`,
    defaultValues: { name: agent.name },
    follows: ({ name }) => ({ Name: name ?? "" }),
    submit: ({ name }) => rename(name ?? ""),
    onDone: () => {
      const undo = () => void rename(agent.name).catch(toastFailed);
      toast("Name saved", { undo });
    },
  });
  const name = form.field("name");
  return (
    <Form {...form.props} submit="Save" tone="secondary" inline>
      <Field label="Name" {...name} limits={{ ...name.limits, required: true }}>
        <TextInput autoComplete="off" />
      </Field>
    </Form>
  );
}

function Readable({ teamId, agent }: AgentTabProps) {
  return (
    <>
      <p className="mb-4 text-ink-2">{whoMayEdit}</p>
      <div className="-mx-4 mb-6">
        <Facts
          rows={[
            ["Name", agent.name],
            ["Kind", kindWord(agent.type)],
            ["Created by", agent.created_by ? (agent.created_by.name ?? agent.created_by.email) : "–"],
            ["Created", <Time key="created" at={agent.created_at} />],
          ]}
        />
      </div>
      <CallersSection teamId={teamId} agentId={agent.id} />
    </>
  );
}
