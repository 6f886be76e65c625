import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Unplug, Workflow } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { connectionToolsRead } from "#features/connections/queries.ts";

/** Whether a workspace lets one in now, and what it is for: it has no tools. */
export function SignavioUse({ connectionId }: { connectionId: string }) {
  const query = useQuery(connectionToolsRead(connectionId));
  const again = (
    <Button size="sm" icon={RefreshCw} pending={query.isFetching} onClick={() => void query.refetch()}>
      Check again
    </Button>
  );
  return (
    <Loaded query={query} what="the state of the workspace" needs="Member" inline>
      {({ success, error }) =>
        success ? (
          <EmptyState inline icon={Workflow} title="The workspace lets you in" action={again}>
            A process can be exported into its directory: choose Export on the page of the process. Agents do not use it.
          </EmptyState>
        ) : (
          <EmptyState inline icon={Unplug} title="The workspace cannot be used" action={again}>
            {error}
          </EmptyState>
        )
      }
    </Loaded>
  );
}
