import { Workflow } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import type { Named } from "#contract/fields.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { assignAgent } from "#contract/schedules/assign.ts";
import { Button } from "#ui/button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { AssignDialog } from "./assign-dialog.tsx";

/** On an agent's page: lets a queue, a timetable or an event start the agent. */
export function AssignButton({ teamId, agent }: { teamId: string; agent: { readonly id: string; readonly name: string } }) {
  const [open, setOpen] = useState(false);
  const may = useMay(assignAgent);
  const begin = { label: "Assign", icon: Workflow, run: () => setOpen(true) };
  usePageActions(may ? [{ id: "assign", ...begin }] : []);
  if (!may) return null;
  return (
    <>
      <Button icon={Workflow} onClick={begin.run}>
        {begin.label}
      </Button>
      <AssignDialog teamId={teamId} agent={agent} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** On a queue's page: lets its cases start an agent, which is chosen. */
export function AssignToQueue({ teamId, queue, inline = false }: { teamId: string; queue: Named; inline?: boolean }) {
  const [open, setOpen] = useState(false);
  const may = useMay(createAgentCaseTrigger);
  const begin = { label: "Assign agent", icon: Workflow, run: () => setOpen(true) };
  usePageActions(may && !inline ? [{ id: "assign-agent", ...begin }] : []);
  if (!may) return null;
  return (
    <>
      <Button icon={Workflow} fold={!inline} size={inline ? "sm" : "md"} onClick={begin.run}>
        {begin.label}
      </Button>
      <AssignDialog teamId={teamId} queue={queue} title={`Assign an agent to ${queue.name}`} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Beside a webhook source: lets its events start an agent, which is chosen. */
export function AssignToSource({ teamId, source }: { teamId: string; source: Named }) {
  const [open, setOpen] = useState(false);
  const may = useMay(assignAgent);
  if (!may) return null;
  return (
    <>
      <Button icon={Workflow} onClick={() => setOpen(true)}>
        Assign agent
      </Button>
      <AssignDialog
        teamId={teamId}
        source={source}
        by="event"
        title={`Assign an agent to ${source.name}`}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
