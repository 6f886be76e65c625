import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { pathTo } from "#api/path-to.ts";
import { useMay, useWho } from "#api/roles.ts";
import { type Automation, createAutomation } from "#contract/agents/automations.ts";
import { AreaTabs } from "#features/agents/area-tabs.tsx";
import { Button } from "#ui/button.tsx";
import { ColumnMenu, shownColumns } from "#ui/column-menu.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Pager } from "#ui/pager.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Table } from "#ui/table.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { automationColumns, deletedColumns } from "./automation-columns.tsx";
import { automationsPerPage, automationsRead } from "./automation-queries.ts";
import { mayChangeAutomation } from "#contract/agents/rights.ts";
import { NewAutomation } from "./new-automation.tsx";
import { NoAutomations } from "./no-automations.tsx";
import { useRestore } from "./use-restore.ts";

const route = getRouteApi("/_app/t/$teamId/automations/");

interface AutomationListProps {
  /** Jobs that go on with what was here; runs are another area. */
  running: ReactNode;
  /** The saved views, which every list has. */
  views: ReactNode;
}

export function AutomationList({ running, views }: AutomationListProps) {
  const { teamId } = route.useParams();
  const { search, deleted = false, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const builds = useMay(createAutomation);
  const who = useWho();
  const mayChange = (automation: Automation) => who !== undefined && mayChangeAutomation(automation, who);
  const restore = useRestore(teamId);
  const where = { ...(search ? { search } : {}), ...(deleted ? { deleted } : {}) };
  const automations = useQuery(automationsRead(teamId, { ...where, offset }));
  const chosen = useHiddenColumns(teamId, "automations");
  const [making, setMaking] = useState(false);
  const create = { keys: "c", label: "New automation", run: () => setMaking(true) };
  usePageActions(builds ? [{ id: "new-automation", icon: Plus, ...create }] : []);
  useShortcuts("Automations", builds ? [create] : []);
  const newButton = builds ? (
    <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
      New automation
    </Button>
  ) : null;
  const link = (to: object) => ({ to: "/t/$teamId/automations", params: { teamId }, search: to });
  // Then the empty page has the button.
  const none = automations.data?.total === 0 && !search && !deleted;
  return (
    <Page
      title={deleted ? "Deleted automations" : "Automations"}
      crumbs={deleted ? [{ label: "Automations", link: link({}) }] : []}
      actions={none || deleted ? null : newButton}
    >
      <AreaTabs teamId={teamId} value="automations" />
      {running}
      <Toolbar
        label="Filter"
        end={
          deleted ? (
            <LinkButton size="sm" link={link({})}>
              Back to all
            </LinkButton>
          ) : (
            <>
              <LinkButton size="sm" tone="quiet" icon={Trash2} link={link({ deleted: true })}>
                Deleted
              </LinkButton>
              <ColumnMenu columns={automationColumns} {...chosen} />
            </>
          )
        }
      >
        {views}
        <SearchBox
          label={deleted ? "Search deleted automations" : "Search automations"}
          value={search ?? ""}
          onSearch={(text, step) =>
            void navigate({ search: { ...(deleted ? { deleted } : {}), ...(text === "" ? {} : { search: text }) }, ...step })
          }
        />
      </Toolbar>
      <Loaded query={automations} what="the automations of this team" needs="Member">
        {({ automations: rows, total }) =>
          total === 0 ? (
            <NoAutomations
              search={search}
              deleted={deleted}
              create={newButton}
              onClear={() => void navigate({ search: deleted ? { deleted } : {} })}
            />
          ) : (
            <>
              <Table
                label={deleted ? "Deleted automations" : "Automations"}
                rows={rows}
                rowId={(row) => row.id}
                {...(deleted
                  ? {}
                  : { rowLink: (row: Automation) => pathTo("/t/$teamId/automations/$automationId", { teamId, automationId: row.id }) })}
                columns={deleted ? deletedColumns(mayChange, (row) => void restore(row)) : shownColumns(automationColumns, chosen)}
                total={total}
                offset={offset}
              />
              <Pager
                offset={offset}
                limit={automationsPerPage}
                total={total}
                link={(to) => link({ ...where, ...(to > 0 ? { offset: to } : {}) })}
              />
            </>
          )
        }
      </Loaded>
      <NewAutomation open={making} onClose={() => setMaking(false)} teamId={teamId} />
    </Page>
  );
}
