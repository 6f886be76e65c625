import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ScrollText, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { requestOf } from "#api/list-request.ts";
import { useSession } from "#api/session.ts";
import { auditColumns, exportAuditEntries } from "#contract/audit/audit.ts";
import { auditList } from "#contract/audit/audit-list.ts";
import { mostCounted } from "#contract/audit/audit-words.ts";
import { ListBar } from "#lists/list-bar.tsx";
import { columnsOf } from "#lists/list-columns.ts";
import { cleared, isNarrowed, soughtInWords } from "#lists/list-words.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page.tsx";
import { TableOfSteady } from "#ui/steady-table.tsx";
import { entryCells, entryLine } from "./entry-cells.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { eventWords, objectWords } from "./entry-words.ts";
import { type AuditSearch, everyoneRead } from "./queries.ts";
import { rowIdOf, useEntries } from "./use-entries.ts";
import { VerifyDialog } from "./verify-dialog.tsx";

const route = getRouteApi("/_app/organizations/$orgId_/audit");

/** What was done in an organization, by whom and from where. */
export function AuditPage() {
  const { orgId } = route.useParams();
  const { open, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const organization = useSession().organizations.find(({ id }) => id === orgId);
  const [verifying, setVerifying] = useState(false);
  const { pages, found, list, total } = useEntries(orgId, search);
  const people = useQuery(everyoneRead(orgId));
  // What is open stays: a search is told a moment after its last letter, when a row may have been opened already.
  const go = (next: AuditSearch, step?: { replace: boolean }) => void navigate({ search: { ...next, open }, ...step });
  const columns = columnsOf({ list: auditList, columns: auditColumns, cells: entryCells, beneath: entryLine, search, onSearch: go });
  const opened = found?.find(({ id }) => String(id) === open);
  const named = found?.find(({ object }) => object.id === search.object);
  const members = people.data?.map(({ id, name, email }) => [id, name ?? email] as const) ?? [];
  const only = (value: string | undefined, label: string | undefined) => ({
    hidden: value === undefined,
    options: value === undefined ? {} : { [value]: label ?? `…${value.slice(-8)}` },
  });
  return (
    <Page
      title="Audit log"
      crumbs={[{ label: organization?.name ?? "Organization", link: pathTo("/organizations/$orgId", { orgId }) }]}
      actions={
        <Button icon={ShieldCheck} onClick={() => setVerifying(true)}>
          Verify
        </Button>
      }
    >
      <ListBar
        teamId={orgId}
        list={auditList}
        search={search}
        onSearch={go}
        columns={columns}
        total={total}
        {...(total !== undefined && total > mostCounted ? { count: `More than ${mostCounted.toLocaleString("en")} entries` } : {})}
        none={total === 0}
        controls={{
          person: { options: Object.fromEntries(members) },
          type: only(search.type, search.type && eventWords(search.type)),
          object: only(search.object, named && objectWords(named)),
        }}
        file={{ endpoint: exportAuditEntries, params: { orgId }, body: requestOf(auditList, search) }}
      />
      {open !== undefined && found && !opened && !pages.isPlaceholderData ? (
        <p role="status" className="border-b border-line bg-sunken px-3 py-2 text-sm text-ink-2 md:px-6">
          {pages.hasNextPage || isNarrowed(auditList, search)
            ? "The entry that this link leads to is not in the list. Load more entries, or clear the filters."
            : "The entry that this link leads to is no longer in the log."}
        </p>
      ) : null}
      <Loaded query={{ ...pages, data: found }} what="the audit log" needs="Administrator of the organization">
        {() =>
          list.rows.length > 0 ? (
            <TableOfSteady
              label="Audit log"
              list={list}
              rowId={rowIdOf}
              rowLink={({ id }) => ({
                to: "/organizations/$orgId/audit",
                params: { orgId },
                search: { ...search, open: String(id) },
              })}
              columns={columns}
              {...(total === undefined ? {} : { total })}
              outdated={pages.isPlaceholderData}
              footer={<LoadMore query={pages} count={list.rows.length} what="entries" />}
            />
          ) : isNarrowed(auditList, search) ? (
            <NoMatch what="entries" onClear={() => go(cleared(auditList, search))}>
              Filters: {soughtInWords(auditList, search)} {auditList.finds}
            </NoMatch>
          ) : (
            <EmptyState icon={ScrollText} title="No entries yet">
              What people, API keys and runs change is entered here, with sign-ins and what was refused.
            </EmptyState>
          )
        }
      </Loaded>
      <EntryDrawer
        entry={opened}
        onClose={() => void navigate({ search, replace: true })}
        onNarrow={(by) => void navigate({ search: by })}
      />
      <VerifyDialog orgId={orgId} open={verifying} onClose={() => setVerifying(false)} />
    </Page>
  );
}
