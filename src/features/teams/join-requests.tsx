import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { approveJoinRequest, declineJoinRequest, type JoinRequest } from "#contract/teams/join-requests.ts";
import { usualRole } from "#contract/teams/invites.ts";
import { Button } from "#ui/button.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { joinRequestsRead } from "./queries.ts";

/** Who asks to join, answered in the row; nothing where nobody does. */
export function JoinRequests({ teamId }: { teamId: string }) {
  const { data } = useQuery(joinRequestsRead(teamId));
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="join-requests" className="mb-8">
      <h2 id="join-requests" className="mb-2 text-lg font-semibold">
        Requests to join
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {data.requests.map((request) => (
          <RequestRow key={request.id} teamId={teamId} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ teamId, request: { id, name, email, created_at: since } }: { teamId: string; request: JoinRequest }) {
  const approve = useWrite(approveJoinRequest);
  const decline = useWrite(declineJoinRequest);
  const params = { teamId, memberId: id };
  const who = name ?? email;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">{who}</p>
        <p className="truncate text-sm text-ink-3">
          {email} · asked <Time at={since} />
        </p>
      </div>
      <Button
        size="sm"
        pending={decline.isPending}
        aria-label={`Decline ${who}`}
        onClick={() => void decline.mutateAsync({ params }).then(() => toast(`${who} declined`), toastFailed)}
      >
        Decline
      </Button>
      <Button
        size="sm"
        tone="primary"
        pending={approve.isPending}
        aria-label={`Approve ${who}`}
        onClick={() =>
          void approve.mutateAsync({ params, body: { role: usualRole } }).then(() => toast(`${who} is now a Member`), toastFailed)
        }
      >
        Approve
      </Button>
    </li>
  );
}
