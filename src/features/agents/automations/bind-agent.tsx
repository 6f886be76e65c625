import { revisionStates } from "#api/states/revision-states.ts";
import { useQuery } from "@tanstack/react-query";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { setAutomationRevisionAgent } from "#contract/agents/automation-bindings.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { revisionsRead } from "#features/agents/queries.ts";
import { nameOf } from "#features/agents/revision-names.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select, type SelectOption } from "#ui/select.tsx";

interface BindAgentProps {
  revision: BoundRevision;
  agentId: string;
  agentName: string;
  onClose: () => void;
}

/** Chooses which revision of an agent a draft runs. */
export function BindAgent({ revision, agentId, agentName, onClose }: BindAgentProps) {
  const builds = useQuery(revisionsRead(agentId));
  return (
    <Dialog open onClose={onClose} title={agentName} description="The revision that runs once the draft is active.">
      <Loaded query={builds} what="the revisions of this agent" inline>
        {({ builds: newest, total }) =>
          newest.length === 0 ? (
            <p className="text-ink-2">This agent has no revisions yet. Create one on its page, then choose it here.</p>
          ) : (
            <BindForm {...{ revision, agentId, onClose, newest, total }} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

type BindFormProps = Omit<BindAgentProps, "agentName"> & { newest: readonly Revision[]; total: number };

function BindForm({ revision, agentId, onClose, newest, total }: BindFormProps) {
  const bound = revision.agents.find(({ agent_id }) => agent_id === agentId);
  const bind = useWrite(setAutomationRevisionAgent);
  const form = useContractForm(setAutomationRevisionAgent, {
    defaultValues: { build_id: bound?.build_id ?? newest[0]?.id ?? "" },
    submit: (body) =>
      bind.mutateAsync({ params: { automation_id: revision.automation_id, revision_id: revision.id, agent_id: agentId }, body }),
    onDone: onClose,
  });
  const options: SelectOption[] = newest.map((build) => ({
    value: build.id,
    label: `${build.revision_number}: ${nameOf(build)}, ${stateOf(build)}`,
  }));
  if (bound && !newest.some(({ id }) => id === bound.build_id))
    options.push({ value: bound.build_id, label: `${bound.build_number}: ${bound.build_name}` });
  return (
    <Form {...form.props} submit={bound ? "Change revision" : "Include"} onCancel={onClose}>
      <Field
        label="Revision"
        hint={total > newest.length ? `The newest ${newest.length} of ${total.toLocaleString("en")} are listed.` : undefined}
        {...form.field("build_id")}
      >
        <Select autoFocus options={options} />
      </Field>
    </Form>
  );
}

function stateOf({ status }: Revision): string {
  return revisionStates[status].word.toLowerCase();
}
