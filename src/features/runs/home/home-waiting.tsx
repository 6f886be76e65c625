import { pathTo } from "#api/path-to.ts";
import { InboxList } from "#features/runs/inbox-list.tsx";
import { useWaitingItems } from "#features/runs/waiting-items.ts";
import { Panel, PanelEmpty, PanelLoaded } from "#ui/panel.tsx";
import { mostOnHome } from "./home-queries.ts";

/** The most urgent of what waits for the viewer. */
export function HomeWaiting({ teamId }: { teamId: string }) {
  const { query, items, total } = useWaitingItems(teamId, {});
  const open = (items ?? []).filter(({ former }) => !former).slice(0, mostOnHome);
  const all = { link: pathTo("/t/$teamId/inbox", { teamId }), words: total > open.length ? `All ${total.toLocaleString("en")}` : "Inbox" };
  return (
    <Panel title="Waiting for you" all={all}>
      <PanelLoaded query={query} what="what waits for you" needs="Member">
        {() =>
          open.length === 0 ? (
            <PanelEmpty>You’re all caught up. Agents ask here when they need you.</PanelEmpty>
          ) : (
            <div className="-mb-px">
              <InboxList teamId={teamId} rows={open.map((item) => ({ item, gone: false }))} total={open.length} current={undefined} />
            </div>
          )
        }
      </PanelLoaded>
    </Panel>
  );
}
