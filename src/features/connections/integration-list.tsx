import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { createCustomIntegration, deleteCustomIntegration, type Integration } from "#contract/connections/integrations.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { toast } from "#ui/toast.ts";
import { NewIntegration } from "./new-integration.tsx";
import { integrationDeletionRead, integrationsRead } from "./queries.ts";

/** The servers that a team has named for its members to connect to. */
export function IntegrationList({ teamId }: { teamId: string }) {
  const manages = useMay(createCustomIntegration);
  const query = useQuery(integrationsRead(teamId));
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState<Integration>();
  return (
    <section aria-labelledby="team-integrations" className="mt-8 min-h-40 shrink-1000 overflow-y-auto px-3 pb-10 md:px-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="team-integrations" className="min-w-0 flex-1 text-lg font-semibold">
          Team integrations
        </h2>
        {manages ? (
          <Button size="sm" icon={Plus} onClick={() => setMaking(true)}>
            New integration
          </Button>
        ) : null}
        <p className="w-full text-ink-2">
          MCP servers that everyone in the team can connect to by name. A revision asks for one of them, and each person connects their own
          account.
        </p>
      </div>
      <Loaded query={query} what="the integrations of this team" inline>
        {({ integrations }) => {
          const own = integrations.filter(({ custom_integration_id: id }) => id !== null);
          if (own.length === 0)
            return <p className="text-ink-3">No team integrations yet.{manages ? null : " Managers and above can add them."}</p>;
          return (
            <ul aria-label="Team integrations" className="divide-y divide-line rounded-md border border-line">
              {own.map((integration) => (
                <li key={integration.id} className="flex items-center gap-3 px-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium break-words">{integration.name}</p>
                    <p className="font-mono text-xs break-all text-ink-2">{integration.server_url}</p>
                  </div>
                  {manages ? (
                    <IconButton icon={Trash2} size="sm" label={`Delete ${integration.name}`} onClick={() => setDeleting(integration)} />
                  ) : null}
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <NewIntegration key={String(making)} teamId={teamId} open={making} onClose={() => setMaking(false)} />
      <DeleteIntegration integration={deleting} onClose={() => setDeleting(undefined)} />
    </section>
  );
}

function DeleteIntegration({ integration, onClose }: { integration: Integration | undefined; onClose: () => void }) {
  const remove = useWrite(deleteCustomIntegration);
  return (
    <ConfirmDialog
      open={integration !== undefined}
      onClose={onClose}
      title="Delete this integration?"
      action="Delete integration"
      {...(integration && { typedName: integration.name })}
      onConfirm={async () => {
        if (!integration) return;
        await remove.mutateAsync({ params: { custom_integration_id: integration.id } });
        toast(`${integration.name} deleted`);
      }}
    >
      <p>Everyone’s connections to it are deleted immediately, and every revision stops using it.</p>
      {integration ? <Losers id={integration.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ id }: { id: string }) {
  return <Consequences query={useDeletion(integrationDeletionRead(id))} />;
}
