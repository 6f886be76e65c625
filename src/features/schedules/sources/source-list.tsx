import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import type { Reply } from "#contract/endpoint.ts";
import { webhookSourceColumns } from "#contract/schedules/webhook-source-columns.ts";
import { webhookSourceList } from "#contract/schedules/webhook-source-list.ts";
import { type WebhookSource, createWebhookSource, type listWebhookSources } from "#contract/schedules/webhook-sources.ts";
import { allSourcesRead } from "#features/schedules/queries.ts";
import { SchedulesTabs } from "#features/schedules/schedules-tabs.tsx";
import { useNamedRow } from "#lists/named-row.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { GoneDialog } from "#ui/gone-dialog.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { DeleteSource } from "./delete-source.tsx";
import { NewSource } from "./new-source.tsx";
import { sourcesPerPage, sourcesRead } from "./queries.ts";
import { SourceDrawer } from "./source-drawer.tsx";
import { stateOf } from "./source-words.ts";

const route = getRouteApi("/_app/t/$teamId/webhook-sources");
const page = "/t/$teamId/webhook-sources";

/** Where other services send the events that start runs of a team. */
export function SourceList() {
  const { teamId } = route.useParams();
  const { source: shown, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const mayAdd = useMay(createWebhookSource);
  const query = useQuery(sourcesRead(teamId, search));
  const [deleting, setDeleting] = useState<WebhookSource>();
  const rowsOf = ({ sources }: Reply<typeof listWebhookSources>) => sources;
  const pages = usePages({ search, query, rowsOf, limit: sourcesPerPage });
  const { chosen, ...missing } = useNamedRow(shown, query.data?.sources, () => allSourcesRead(teamId), rowsOf);
  const show = (source?: string) => void navigate({ search: { ...search, ...(source && { source }) } });
  const start = { id: "new-webhook-source", label: "New webhook source", icon: Plus, run: () => show("new") };
  usePageActions(mayAdd ? [start] : []);
  const add = mayAdd ? (
    <Button tone="primary" icon={Plus} onClick={start.run}>
      {start.label}
    </Button>
  ) : null;
  return (
    <Page title="Webhook sources" actions={query.data?.total === 0 && !search.search ? null : add}>
      <SchedulesTabs teamId={teamId} value="webhook-sources" />
      <PagedList
        {...{ teamId, search, query, pages }}
        list={webhookSourceList}
        columns={webhookSourceColumns}
        to={page}
        cells={cells}
        beneath={cells.state}
        rowLink={({ id }) => pathTo(page, { teamId }, { ...search, source: id })}
        empty={
          <EmptyState icon={Webhook} title="No webhook sources yet" action={add}>
            A webhook source is an address that another service sends events to. Event triggers of agents start runs with them.
            {mayAdd ? "" : " A Manager can create one."}
          </EmptyState>
        }
      />
      <NewSource open={shown === "new"} teamId={teamId} onClose={() => show()} onCreated={show} />
      <SourceDrawer
        key={chosen?.id}
        source={chosen}
        onClose={() => show()}
        onDelete={(source) => {
          show();
          setDeleting(source);
        }}
      />
      <GoneDialog {...missing} title="Webhook source" onClose={() => show()} />
      <DeleteSource source={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

const cells = {
  name: ({ name }: WebhookSource) => <span className="truncate">{name}</span>,
  state: (row: WebhookSource) => <Status {...stateOf(row)} />,
  last: ({ last_event_at: at }: WebhookSource) => (at ? <Time at={at} /> : <span className="text-ink-3">–</span>),
  triggers: ({ triggers }: WebhookSource) => (triggers === 0 ? "None" : counted(triggers, "trigger", "triggers")),
};
