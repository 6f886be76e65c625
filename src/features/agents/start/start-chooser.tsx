import { LiveAgentChoice } from "#lists/live-agent-choice.tsx";
import { StartForm } from "./start-work.tsx";

/** The agent first, then what its run begins with. */
export function StartChooser({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  return (
    <LiveAgentChoice teamId={teamId} none="This team has no live agents yet.">
      {(agent) => <StartForm key={agent.id} teamId={teamId} agent={agent} onClose={onClose} />}
    </LiveAgentChoice>
  );
}
