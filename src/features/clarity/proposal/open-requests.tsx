import { useQuery } from "@tanstack/react-query";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { membersRead, requestsRead, snapshotRead } from "#features/clarity/queries.ts";
import { RequestItem } from "./request-item.tsx";

interface OpenRequestsProps {
  teamId: string;
  processId: string;
  proposalId: string;
  captures: readonly ClarityCapture[];
  onChoose: (stepId: string) => void;
}

/** What the proposal still needs a capture for, beside the captures that there are. Nothing where nothing is open. */
export function OpenRequests({ teamId, processId, proposalId, captures, onChoose }: OpenRequestsProps) {
  const requests = useQuery(requestsRead(processId, proposalId)).data?.requests ?? [];
  const open = requests.filter(({ status }) => status === "requested");
  const steps = useQuery({ ...snapshotRead(processId, "transformation_proposal", proposalId, captures), enabled: open.length > 0 });
  const members = useQuery({ ...membersRead(teamId), enabled: open.length > 0 }).data ?? [];
  if (open.length === 0) return null;
  const titles = new Map(steps.data?.snapshot.data.steps.map(({ id, title }, i) => [id, `${i + 1} ${title}`]));
  return (
    <PanelSection title="Still needed" count={open.length}>
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {open.map((request) => (
          <li key={request.id} className="min-w-0">
            <RequestItem
              {...{ teamId, processId, members, request }}
              step={titles.get(request.step_id)}
              onChoose={() => onChoose(request.step_id)}
            />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
