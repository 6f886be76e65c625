import { useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Time } from "#ui/time.tsx";

/** What somebody is asked who only contributes: the process of each leads to the answer. */
export function AskedPage({ teamId }: { teamId: string }) {
  const inbox = useQuery(read(getInbox, { params: { teamId } }, { poll: true }));
  return (
    <Page title="Asked of you">
      <Loaded query={inbox} what="what you are asked">
        {({ things }) =>
          things.length === 0 ? (
            <EmptyState icon={MessageSquareText} title="Nothing is asked of you">
              When a member of this team asks you how a piece of work is done, it is shown here.
            </EmptyState>
          ) : (
            <ul aria-label="Asked of you" className="min-h-0 flex-1 overflow-y-auto">
              {things.map(({ id, title, about, since }) => (
                <li key={id} className="border-b border-line">
                  <AnyLink
                    link={pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: id })}
                    className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm hover:bg-hover md:px-5"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium break-words">{title}</span>
                      <span className="block text-xs break-words text-ink-2">{about}</span>
                    </span>
                    <span className="shrink-0 text-xs text-ink-3">
                      <Time at={since} />
                    </span>
                  </AnyLink>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
