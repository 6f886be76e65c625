import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { isEnoughInOrganization } from "#contract/rights.ts";
import { updateConnectionSharing } from "#contract/connections/grants.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { Switch } from "#ui/switch.tsx";
import { toastFailed } from "#ui/toast.ts";
import { connectionSharingRead } from "./queries.ts";

/** Whether teams of an organization use connections of each other. */
export function ConnectionSharing({ orgId }: { orgId: string }) {
  const organization = useSession().organizations.find(({ id }) => id === orgId);
  const manages = organization !== undefined && isEnoughInOrganization(updateConnectionSharing, organization.role);
  const query = useQuery(connectionSharingRead(orgId));
  const update = useWrite(updateConnectionSharing);
  const [stopping, setStopping] = useState(false);
  const set = (enabled: boolean) => update.mutateAsync({ params: { orgId }, body: { enabled } });
  return (
    <Section title="Connections" description="Managers can let another of their teams use a connection that is shared with the team.">
      <Loaded query={query} what="whether teams share connections" inline>
        {({ enabled, connections, live_agents }) => (
          <>
            <Switch
              label="Share connections between teams"
              hint={
                connections === 0
                  ? "No connection is granted to another team yet."
                  : `${counted(connections, "connection is", "connections are")} granted to other teams, and ${counted(live_agents, "live agent uses", "live agents use")} one.`
              }
              checked={enabled}
              disabled={!manages || update.isPending}
              onChange={(on) => (!on && live_agents > 0 ? setStopping(true) : void set(on).catch(toastFailed))}
            />
            {manages ? null : <p className="mt-3 text-sm text-ink-3">An administrator of the organization can change it.</p>}
            <ConfirmDialog
              open={stopping}
              onClose={() => setStopping(false)}
              title="Stop sharing connections between teams?"
              action="Stop"
              mild
              onConfirm={() => set(false)}
            >
              <p>
                {counted(live_agents, "live agent loses", "live agents lose")} a connection of another team immediately. What was granted is
                kept for the day that you allow this again.
              </p>
            </ConfirmDialog>
          </>
        )}
      </Loaded>
    </Section>
  );
}
