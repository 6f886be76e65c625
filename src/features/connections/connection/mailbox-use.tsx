import { useQuery } from "@tanstack/react-query";
import { MailCheck, RefreshCw, Unplug } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { connectionToolsRead } from "#features/connections/queries.ts";

/** Whether a mailbox lets one in now, and what it is for: it has no tools. */
export function MailboxUse({ connectionId }: { connectionId: string }) {
  const query = useQuery(connectionToolsRead(connectionId));
  const again = (
    <Button size="sm" icon={RefreshCw} pending={query.isFetching} onClick={() => void query.refetch()}>
      Check again
    </Button>
  );
  return (
    <Loaded query={query} what="the state of the mailbox" needs="Member" inline>
      {({ success, error }) =>
        success ? (
          <EmptyState inline icon={MailCheck} title="The mailbox can be read" action={again}>
            An email that arrives here can start an agent: choose this mailbox on the page of the agent, under Events. Nothing is marked as
            read, moved or sent.
          </EmptyState>
        ) : (
          <EmptyState inline icon={Unplug} title="The mailbox cannot be read" action={again}>
            {error}
          </EmptyState>
        )
      }
    </Loaded>
  );
}
