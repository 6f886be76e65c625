import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Secret } from "#contract/connections/secrets.ts";
import { useNamedRow } from "#lists/named-row.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { GoneDialog } from "#ui/gone-dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { ConnectionsTabs } from "./connections-tabs.tsx";
import { DeleteSecret } from "./delete-secret.tsx";
import { secretsRead } from "./queries.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const route = getRouteApi("/_app/t/$teamId/secrets");

/** The secrets that a person may use: the team's and their own. */
export function SecretList() {
  const { teamId } = route.useParams();
  const { secret: shown } = route.useSearch();
  const navigate = route.useNavigate();
  const secrets = useQuery(secretsRead(teamId));
  const [deleting, setDeleting] = useState<Secret>();
  const { chosen, ...missing } = useNamedRow(
    shown,
    secrets.data,
    () => secretsRead(teamId),
    (all) => all,
  );
  const show = (secret?: string) => void navigate({ search: secret === undefined ? {} : { secret } });
  const start = { id: "new-secret", label: "New secret", icon: Plus, run: () => show("new") };
  usePageActions([start]);
  const add = (
    <Button tone="primary" icon={Plus} onClick={start.run}>
      New secret
    </Button>
  );
  const empty = secrets.data?.length === 0;
  return (
    <Page title="Secrets" actions={secrets.data && !empty ? add : null}>
      <ConnectionsTabs teamId={teamId} value="secrets" />
      <Loaded query={secrets} what="the secrets of this team" needs="Member">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={KeyRound} title="No secrets yet" action={add}>
              A secret is a set of environment variables, such as an API key, for agents' programs. Its values are never shown again.
            </EmptyState>
          ) : (
            <Table
              label="Secrets"
              rows={all}
              rowId={({ id }) => id}
              rowLink={({ id }) => pathTo("/t/$teamId/secrets", { teamId }, { secret: id })}
              columns={columns}
            />
          )
        }
      </Loaded>
      <SecretDialog
        key={shown}
        open={shown === "new" || chosen !== undefined}
        onClose={() => show()}
        teamId={teamId}
        secret={chosen}
        onDelete={(secret) => {
          show();
          setDeleting(secret);
        }}
      />
      <GoneDialog {...missing} title="Secret" onClose={() => show()} />
      <DeleteSecret secret={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

const columns: readonly Column<Secret>[] = [
  { id: "name", header: "Name", width: "clamp(140px, 28vw, 320px)", cell: ({ name }) => <span className="truncate">{name}</span> },
  {
    id: "keys",
    header: "Variables",
    from: "sm",
    cell: ({ env_var_keys: keys }) => <span className="truncate font-mono text-xs text-ink-2">{keys.join(", ")}</span>,
  },
  { id: "for", header: "For", width: "96px", quiet: true, cell: ({ user_id }) => (user_id ? "You" : "The team") },
  { id: "changed", header: "Changed", width: "128px", align: "end", from: "md", cell: ({ updated_at }) => <Time at={updated_at} /> },
];
