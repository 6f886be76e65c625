import { useQuery } from "@tanstack/react-query";
import { useSession } from "#api/session.ts";
import type { Step } from "#contract/clarity/step.ts";
import { requestsRead } from "#features/clarity/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { type AskingProps, RequestItem } from "./request-item.tsx";

interface RequestListProps extends AskingProps {
  proposalId: string;
  steps: readonly Step[];
  onChoose: (stepId: string) => void;
}

/** Everything that a proposal asks for: what the reader is asked comes first. */
export function RequestList({ proposalId, steps, onChoose, ...asking }: RequestListProps) {
  const { user } = useSession();
  const requests = useQuery(requestsRead(asking.processId, proposalId));
  const titles = new Map(steps.map(({ id, title }, i) => [id, `${i + 1} ${title}`]));
  return (
    <Loaded query={requests} what="what this proposal asks for" inline>
      {({ requests: all }) =>
        all.length === 0 ? (
          <p className="text-sm text-ink-3">Nothing: what it takes is known.</p>
        ) : (
          <ul className="flex flex-col gap-4">
            {all
              .toSorted((a, b) => Number(b.requested_user_id === user.id) - Number(a.requested_user_id === user.id))
              .map((request) => (
                <li key={request.id}>
                  <RequestItem
                    {...asking}
                    request={request}
                    step={titles.get(request.step_id)}
                    onChoose={() => onChoose(request.step_id)}
                  />
                </li>
              ))}
          </ul>
        )
      }
    </Loaded>
  );
}
