import { CircleAlert, Link2, Unplug } from "lucide-react";
import { useEffect, useRef } from "react";
import { dropFormDraft } from "#api/form-draft.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useTeam } from "#api/session.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { completeMcpOAuth } from "#contract/connections/oauth.ts";
import { slotToPin } from "#features/connections/new-use.ts";
import { newConnectionDraft } from "#features/connections/queries.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useGo } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Page } from "#ui/page.tsx";
import { Progress } from "#ui/progress.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

/** What another service sent the browser back with. */
interface Brought {
  readonly state?: string;
  readonly code?: string;
  readonly iss?: string;
  readonly error?: string;
}

/** Ends a sign-in at another service, and says what came of it. */
export function SignInReturn({ brought: { state, ...brought } }: { brought: Brought }) {
  const go = useGo();
  const pin = useWrite(pinRevisionIntegrationConnection);
  const finish = useWrite(completeMcpOAuth, {
    onSuccess: ({ id, return_url, team_id, name, repaired }) => {
      if (!repaired) dropFormDraft(newConnectionDraft(team_id));
      if (return_url === null) return;
      const back = new URL(return_url);
      const slot = slotToPin(back);
      if (back.origin !== location.origin) return location.replace(return_url);
      toast(repaired ? `${name} works again` : `${name} is connected`);
      // The form that it began in has done its work: its connection takes its place.
      const made = back.searchParams.get("connection") === "new";
      const page = pathTo("/t/$teamId/connections/$connectionId", { teamId: team_id, connectionId: id });
      const leave = () => go(made ? page : back.pathname + back.search, { replace: true });
      if (!slot) return leave();
      dropFormDraft(newConnectionDraft(team_id, slot.integration_id));
      void pin
        .mutateAsync({ params: slot, body: { connection_id: id } })
        .catch(toastFailed)
        .finally(leave);
    },
  });
  const began = useRef(false);
  useEffect(() => {
    if (state === undefined || began.current) return;
    began.current = true;
    finish.mutate({ body: { state, ...brought } });
  });
  if (state === undefined) {
    return (
      <Page title="Sign-in">
        <EmptyState icon={Unplug} title="No sign-in to finish" action={<ToConnections />}>
          Start one where you connect a server. The other service then leads you back here.
        </EmptyState>
      </Page>
    );
  }
  if (finish.error) {
    return (
      <Page title="Not connected">
        <EmptyState icon={CircleAlert} title="Not connected" action={<ToConnections />}>
          <p role="alert">{finish.error.message}</p>
        </EmptyState>
      </Page>
    );
  }
  if (!finish.data || finish.data.return_url !== null) {
    return (
      <Page title="Connecting">
        <div className="mx-auto w-full max-w-[420px] px-5 py-16">
          <p className="mb-3 text-center text-ink-2">Finishing the sign-in</p>
          <Progress label="Finishing the sign-in" />
        </div>
      </Page>
    );
  }
  const { name, repaired, team_id } = finish.data;
  return (
    <Page title={repaired ? "Reconnected" : "Connected"}>
      <EmptyState
        icon={Link2}
        title={repaired ? `“${name}” works again` : `“${name}” is connected`}
        action={<ToConnections teamId={team_id} />}
      >
        {repaired ? "It is pinned wherever it was before." : "Pin it to a connection slot of a revision, and your runs use its tools."}
      </EmptyState>
    </Page>
  );
}

function ToConnections({ teamId }: { teamId?: string }) {
  const team = useTeam();
  const id = teamId ?? team?.id;
  if (id === undefined) return null;
  return (
    <LinkButton tone="primary" link={{ to: "/t/$teamId/connections", params: { teamId: id } }}>
      Open connections
    </LinkButton>
  );
}
