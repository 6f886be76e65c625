import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Blocks } from "lucide-react";
import type { listPluginCatalog } from "#contract/library/plugins.ts";
import type { Reply } from "#contract/endpoint.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { LibraryTabs } from "./library-tabs.tsx";
import { pluginsRead } from "./queries.ts";

type Plugin = Reply<typeof listPluginCatalog>["plugins"][number];

const route = getRouteApi("/_app/t/$teamId/plugins");

/** What the service says that configurations can name as plugins. Ours offers none; the console also serves other services of the same API. */
export function PluginList() {
  const { teamId } = route.useParams();
  const catalog = useQuery(pluginsRead());
  return (
    <Page title="Plugins">
      <LibraryTabs teamId={teamId} value="plugins" />
      <Loaded query={catalog} what="the plugins">
        {({ plugins }) =>
          plugins.length === 0 ? (
            <EmptyState
              icon={Blocks}
              title="Plugins are not available"
              action={<LinkButton link={{ to: "/t/$teamId/skills", params: { teamId } }}>See the skills</LinkButton>}
            >
              Use skills and team files to give agents knowledge and material.
            </EmptyState>
          ) : (
            <Table label="Plugins" rows={plugins} rowId={({ type, name }) => `${type} ${name}`} columns={columns} />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns: readonly Column<Plugin>[] = [
  { id: "name", header: "Name", width: "clamp(140px, 28vw, 280px)", cell: ({ name }) => <span className="truncate">{name}</span> },
  { id: "description", header: "Purpose", from: "sm", quiet: true, cell: ({ description }) => description },
  { id: "type", header: "From", width: "144px", quiet: true, cell: ({ type }) => type },
];
