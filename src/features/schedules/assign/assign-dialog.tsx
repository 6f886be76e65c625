import { useState } from "react";
import type { Named } from "#contract/fields.ts";
import { LiveAgentChoice } from "#lists/live-agent-choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { AssignForm, type StartedBy } from "./assign-form.tsx";

interface AssignDialogProps {
  teamId: string;
  /** Absent: it is chosen in the dialog. */
  agent?: { readonly id: string; readonly name: string };
  /** It starts the agent; absent: what does is chosen in the dialog. */
  queue?: Named | undefined;
  /** The webhook source whose events start the agent. */
  source?: Named | undefined;
  open: boolean;
  /** What is offered first. */
  by?: StartedBy;
  title?: string;
  onClose: () => void;
}

/** Puts an agent on a queue, a timetable or an event: one dialog, one write, and nothing that cannot work. */
export function AssignDialog({ teamId, agent, queue, source, open, by = "queue", title = "Assign an agent", onClose }: AssignDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} size="lg" title={agent ? `Assign ${agent.name}` : title}>
      <Inside teamId={teamId} agent={agent} queue={queue} source={source} by={by} onClose={onClose} />
    </Dialog>
  );
}

type InsideProps = Pick<AssignDialogProps, "teamId" | "agent" | "queue" | "source" | "onClose"> & { by: StartedBy };

function Inside({ teamId, agent, queue, source, by: first, onClose }: InsideProps) {
  const [by, setBy] = useState(first);
  const form = (agentId: string) => (
    <AssignForm key={agentId} teamId={teamId} agentId={agentId} queue={queue} source={source} by={by} onBy={setBy} onDone={onClose} />
  );
  if (agent) return form(agent.id);
  return (
    <LiveAgentChoice teamId={teamId} none="Only an agent with a live revision can be assigned, and this team has none yet.">
      {({ id }) => form(id)}
    </LiveAgentChoice>
  );
}
