import { soughtBy } from "#contract/sought.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, UserKey } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { ListedLogin } from "#contract/connections/logins.ts";
import { useNamedRow } from "#lists/named-row.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { GoneDialog } from "#ui/gone-dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { usedBy } from "./connection-words.ts";
import { ConnectionsTabs } from "./connections-tabs.tsx";
import { DeleteLogin } from "./delete-login.tsx";
import { LoginDialog } from "./login-dialog.tsx";
import { signsInWith } from "./login-words.ts";
import { loginsRead } from "./queries.ts";

const route = getRouteApi("/_app/t/$teamId/logins");

/** The logins that a person may use: the team's and their own. */
export function LoginList() {
  const { teamId } = route.useParams();
  const { login: shown, search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { user } = useSession();
  const logins = useQuery(loginsRead(teamId, user.id));
  const [deleting, setDeleting] = useState<ListedLogin>();
  const { chosen, ...missing } = useNamedRow(
    shown,
    logins.data,
    () => loginsRead(teamId, user.id),
    (all) => all,
  );
  const sought = search ? { search } : {};
  const show = (login?: string) => void navigate({ search: login === undefined ? sought : { ...sought, login } });
  const onSearch = (text: string, step?: { replace: boolean }) => void navigate({ search: text ? { search: text } : {}, ...step });
  const isSought = soughtBy(search);
  const found = logins.data?.filter(({ domain, username }) => isSought(`${domain} ${username ?? ""}`)) ?? [];
  const start = { id: "new-login", label: "New login", icon: Plus, run: () => show("new") };
  usePageActions([start]);
  const add = (
    <Button tone="primary" icon={Plus} onClick={start.run}>
      New login
    </Button>
  );
  const empty = logins.data?.length === 0;
  return (
    <Page title="Logins" actions={logins.data && !empty ? add : null}>
      <ConnectionsTabs teamId={teamId} value="logins" />
      <Loaded query={logins} what="the logins of this team" needs="Member">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={UserKey} title="No logins yet" action={add}>
              A login is a user name with a password or one-time codes for one website. They are never shown again to people or models.
            </EmptyState>
          ) : (
            <>
              <Toolbar
                label="Which logins"
                end={
                  <span role="status" className="text-sm text-ink-3">
                    {counted(found.length, "login", "logins")}
                  </span>
                }
              >
                <SearchBox label="Search logins" value={search} onSearch={onSearch} />
              </Toolbar>
              {found.length === 0 ? (
                <NoMatch what="logins" onClear={() => onSearch("")}>
                  No domain or user name has “{search}” in it.
                </NoMatch>
              ) : (
                <Table
                  label="Logins"
                  rows={found}
                  rowId={({ id }) => id}
                  rowLink={({ id }) => pathTo("/t/$teamId/logins", { teamId }, { ...sought, login: id })}
                  columns={columns}
                />
              )}
            </>
          )
        }
      </Loaded>
      <LoginDialog
        key={shown}
        open={shown === "new" || chosen !== undefined}
        onClose={() => show()}
        teamId={teamId}
        login={chosen}
        onDelete={(login) => {
          show();
          setDeleting(login);
        }}
      />
      <GoneDialog {...missing} title="Login" onClose={() => show()} />
      <DeleteLogin teamId={teamId} login={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

const columns: readonly Column<ListedLogin>[] = [
  { id: "domain", header: "Domain", width: "clamp(140px, 28vw, 320px)", cell: ({ domain }) => <span className="truncate">{domain}</span> },
  { id: "user", header: "User name", cell: ({ username }) => <span className="truncate text-ink-2">{username}</span> },
  {
    id: "with",
    header: "Signs in with",
    width: "160px",
    from: "sm",
    quiet: true,
    cell: (login) => signsInWith(login),
  },
  { id: "used", header: "Used by", width: "152px", from: "md", quiet: true, cell: (login) => usedBy(login) },
  {
    id: "last",
    header: "Last sign-in",
    width: "128px",
    align: "end",
    from: "md",
    cell: ({ last_used_at: at }) => (at === null ? "–" : <Time at={at} />),
  },
  { id: "for", header: "For", width: "96px", quiet: true, cell: ({ user_id }) => (user_id ? "You" : "The team") },
];
