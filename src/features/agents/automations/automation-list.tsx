import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay, useWho } from "#api/roles.ts";
import { automationColumns, deletedAutomationColumns } from "#contract/agents/automation-columns.ts";
import { automationList } from "#contract/agents/automation-list.ts";
import { type Automation, createAutomation, type listAutomations } from "#contract/agents/automations.ts";
import type { Reply } from "#contract/endpoint.ts";
import { AreaTabs } from "#features/agents/area-tabs.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { automationCells, automationLine, deletedCells } from "./automation-cells.tsx";
import { automationsPerPage, automationsRead } from "./automation-queries.ts";
import { mayChangeAutomation } from "#contract/agents/rights.ts";
import { NewAutomation } from "./new-automation.tsx";
import { NoAutomations } from "./no-automations.tsx";
import { useRestore } from "./use-restore.ts";

const route = getRouteApi("/_app/t/$teamId/automations/");

interface AutomationListProps {
  /** Jobs that go on with what was here; runs are another area. */
  running: ReactNode;
}

export function AutomationList({ running }: AutomationListProps) {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const { deleted = false } = search;
  const builds = useMay(createAutomation);
  const who = useWho();
  const mayChange = (automation: Automation) => who !== undefined && mayChangeAutomation(automation, who);
  const restore = useRestore(teamId);
  const query = useQuery(automationsRead(teamId, search));
  const rowsOf = ({ automations }: Reply<typeof listAutomations>) => automations;
  const pages = usePages({ search, query, rowsOf, limit: automationsPerPage });
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
  const none = query.data?.total === 0 && !search.search && !deleted;
  const empty = <NoAutomations deleted={deleted} create={newButton} />;
  const shared = { teamId, list: automationList, to: "/t/$teamId/automations", search, query, pages, empty } as const;
  return (
    <Page
      title={deleted ? "Deleted automations" : "Automations"}
      crumbs={deleted ? [{ label: "Automations", link: link({}) }] : []}
      actions={none || deleted ? null : newButton}
    >
      <AreaTabs teamId={teamId} value="automations" />
      {running}
      {deleted ? (
        <PagedList
          {...shared}
          label="Deleted automations"
          columns={deletedAutomationColumns}
          cells={deletedCells(mayChange, (row) => {
            pages.list.expect([row.id]);
            void restore(row);
          })}
          atEnd={
            <LinkButton size="sm" link={link({})}>
              Back to all
            </LinkButton>
          }
        />
      ) : (
        <PagedList
          {...shared}
          columns={automationColumns}
          cells={automationCells}
          beneath={automationLine}
          rowLink={(row: Automation) => pathTo("/t/$teamId/automations/$automationId", { teamId, automationId: row.id })}
          atEnd={
            <LinkButton fold size="sm" tone="quiet" icon={Trash2} link={link({ deleted: true })}>
              Deleted
            </LinkButton>
          }
        />
      )}
      <NewAutomation open={making} onClose={() => setMaking(false)} teamId={teamId} />
    </Page>
  );
}
