import { pathTo } from "#api/path-to.ts";
import { Loaded } from "#ui/loaded.tsx";
import { AnyLink } from "#ui/link.tsx";
import { InboxList } from "./inbox-list.tsx";
import { useWaitingItems } from "./waiting-items.ts";

const shown = 4;

/** What of one agent waits for the viewer, the most urgent first. */
export function AgentWaiting({ teamId, agent: { id } }: { teamId: string; agent: { readonly id: string } }) {
  const { query, items, total } = useWaitingItems(teamId, { agent: id });
  const open = (items ?? []).filter(({ former }) => !former);
  return (
    <section aria-labelledby="agent-waiting" className="min-w-0">
      <div className="mb-1 flex min-h-6 items-center gap-3">
        <h2 id="agent-waiting" className="me-auto font-semibold">
          Waiting <span className="ms-1 text-xs font-normal text-ink-3">for a person</span>
        </h2>
        <AnyLink link={pathTo("/t/$teamId/inbox", { teamId }, { agent: id })} className="text-sm text-accent-ink hover:underline">
          {total > shown ? `All ${total.toLocaleString("en")}` : "Inbox"}
        </AnyLink>
      </div>
      <Loaded inline query={query} what="what waits for you">
        {() =>
          open.length === 0 ? (
            <p className="py-1 text-sm text-ink-2">Nothing waits for you.</p>
          ) : (
            <div className="-mx-4 md:-mx-5">
              <InboxList
                teamId={teamId}
                rows={open.slice(0, shown).map((item) => ({ item, gone: false }))}
                total={Math.min(shown, open.length)}
                current={undefined}
              />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
