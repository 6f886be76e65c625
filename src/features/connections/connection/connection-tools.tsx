import { soughtBy } from "#contract/sought.ts";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Unplug, Wrench } from "lucide-react";
import { useState } from "react";
import type { Connection } from "#contract/connections/connections.ts";
import type { McpTool, ToolListing } from "#contract/connections/mcp.ts";
import { connectionToolsRead } from "#features/connections/queries.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { ToolRow } from "./tool-row.tsx";

/** From so many on a person looks for one by its name. */
const searchedFrom = 12;
const shownAtOnce = 50;

/** What agents get by a connection, as its server says it now. */
export function ConnectionTools({ connection }: { connection: Connection }) {
  const query = useQuery(connectionToolsRead(connection.id));
  const before = useListedBefore(connection.server_url, query.data);
  const again = (
    <Button size="sm" icon={RefreshCw} pending={query.isFetching} onClick={() => void query.refetch()}>
      {query.data?.success === false ? "Try again" : "Refresh"}
    </Button>
  );
  return (
    <section aria-labelledby="tools">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="tools" className="min-w-0 flex-1 text-lg font-semibold">
          Tools
        </h2>
        {query.data?.success ? again : null}
      </div>
      <Loaded query={query} what="its tools" needs="Member" inline>
        {({ success, tools = success ? [] : before, error, code }) => (
          <div className="flex flex-col gap-2">
            {success && tools.length > 0 ? null : success || code === "listing_unavailable" ? (
              <EmptyState inline icon={Wrench} title="No tools" {...(success ? {} : { action: again })}>
                {error ?? "The server answers, and it offers no tools."}
              </EmptyState>
            ) : (
              <EmptyState inline icon={Unplug} title="The tools cannot be listed" action={again}>
                {error} {tools.length > 0 ? "The tools below are from the last listing." : null}
              </EmptyState>
            )}
            {tools.length > 0 ? <ToolRows connection={connection} tools={tools} /> : null}
          </div>
        )}
      </Loaded>
    </section>
  );
}

/** The last list of this server: a failed listing, as after a failed call, takes nothing away that is open or typed below it. */
function useListedBefore(server: string, listing: ToolListing | undefined): readonly McpTool[] {
  const [kept, keep] = useState({ server, listing });
  if (listing !== kept.listing && (listing?.success || listing?.code === "listing_unavailable")) keep({ server, listing });
  return kept.server === server ? (kept.listing?.tools ?? []) : [];
}

function ToolRows({ connection, tools }: { connection: Connection; tools: readonly McpTool[] }) {
  const [search, setSearch] = useState("");
  const [whole, setWhole] = useState(false);
  const isSought = soughtBy(search);
  const found = tools.filter(({ name, description = "" }) => isSought(`${name} ${description}`));
  const shown = whole ? found : found.slice(0, shownAtOnce);
  return (
    <div className="flex flex-col gap-2">
      {tools.length >= searchedFrom ? (
        <TextInput
          type="search"
          aria-label="Search tools"
          placeholder="Search tools"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      ) : null}
      {found.length === 0 ? <p className="text-sm text-ink-2">No tool matches “{search}”.</p> : null}
      <ul aria-label="Tools" className="divide-y divide-line rounded-md border border-line empty:hidden">
        {shown.map((tool) => (
          <ToolRow key={tool.name} connection={connection} tool={tool} />
        ))}
      </ul>
      {shown.length < found.length ? (
        <Button size="sm" tone="quiet" onClick={() => setWhole(true)}>
          Show all {found.length.toLocaleString("en")} tools
        </Button>
      ) : null}
    </div>
  );
}
