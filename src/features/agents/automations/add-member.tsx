import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "#api/query.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { addAutomationAgent, addAutomationQueue } from "#contract/agents/automation-members.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { useOptionSearch } from "#ui/use-option-search.ts";
import { PickForm } from "./pick-form.tsx";

interface AddMemberProps {
  onClose: () => void;
  teamId: string;
  automationId: string;
}

export function AddAgent({ open, ...rest }: AddMemberProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Add an agent"
      description="It stays as it is until a revision of the automation is activated. From then on, only the automation changes what it runs."
    >
      <PickAgent {...rest} />
    </Dialog>
  );
}

function PickAgent({ onClose, teamId, automationId }: AddMemberProps) {
  const { setTyped, search, settling } = useOptionSearch();
  const agents = useQuery(read(listAgents, { params: { teamId }, query: { limit: 100, ...fitting(search) } }, { keepPrevious: true }));
  const add = useWrite(addAutomationAgent);
  return (
    <PickForm
      label="Agent"
      demand="Choose an agent"
      hint={hintFor(agents.data)}
      submit="Add agent"
      choices={(agents.data?.agents ?? []).filter(({ automation_id }) => automation_id === null)}
      from={agents}
      loading={settling || agents.isFetching}
      onSearch={setTyped}
      onClose={onClose}
      onPick={async ({ id, name }) => {
        await add.mutateAsync({ params: { automation_id: automationId }, body: { agent_id: id } });
        toast(`${name} added. It takes part once a revision that includes it is active.`);
      }}
    />
  );
}

export function AddQueue({ open, ...rest }: AddMemberProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Add a queue"
      description="Revisions of the automation can route, pause and rename it."
    >
      <PickQueue {...rest} />
    </Dialog>
  );
}

function PickQueue({ onClose, teamId, automationId }: AddMemberProps) {
  const { setTyped, search, settling } = useOptionSearch();
  const queues = useQuery(read(listQueues, { params: { teamId }, query: { limit: 250, ...fitting(search) } }, { keepPrevious: true }));
  const add = useWrite(addAutomationQueue);
  return (
    <PickForm
      label="Queue"
      demand="Choose a queue"
      hint={hintFor(queues.data)}
      submit="Add queue"
      choices={(queues.data?.queues ?? []).filter(({ automation_id }) => automation_id === null)}
      from={queues}
      loading={settling || queues.isFetching}
      onSearch={setTyped}
      onClose={onClose}
      onPick={async ({ id, name }) => {
        await add.mutateAsync({ params: { automation_id: automationId }, body: { case_queue_id: id } });
        toast(`${name} added. It is routed once a revision that routes it is active.`);
      }}
    />
  );
}

function fitting(search: string): { search?: string } {
  return search === "" ? {} : { search };
}

/** Those of other automations take room in an answer, and what is free may be found only by its name. */
function hintFor(found: { readonly total: number; readonly limit: number } | undefined): string {
  const more = found !== undefined && found.total > found.limit;
  return `Agents and queues of other automations are not listed.${more ? " Type part of a name to find more." : ""}`;
}
