import { pathTo } from "#api/path-to.ts";
import { InboxList } from "#features/runs/inbox-list.tsx";
import { useWaitingItems } from "#features/runs/waiting-items.ts";
import { Block, BlockEmpty } from "#ui/block.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";

const most = 5;

/** The most urgent of what waits for the viewer. */
export function HomeWaiting({ teamId }: { teamId: string }) {
  const { query, items, total } = useWaitingItems(teamId, {});
  const open = (items ?? []).filter(({ former }) => !former).slice(0, most);
  const all = { link: pathTo("/t/$teamId/inbox", { teamId }), words: total > open.length ? `All ${total.toLocaleString("en")}` : "Inbox" };
  return (
    <Block title="Waiting for you" note={total > 0 ? total.toLocaleString("en") : undefined} all={all}>
      <Loaded inline skeleton={<SkeletonRows rows={4} />} query={query} what="what waits for you" needs="Member">
        {() =>
          open.length === 0 ? (
            <BlockEmpty>You’re all caught up. Agents ask here when they need you.</BlockEmpty>
          ) : (
            <div className="-mx-3 md:-mx-5">
              <InboxList
                teamId={teamId}
                rows={open.map((item) => ({ item, gone: false }))}
                total={open.length}
                current={undefined}
                inBlock
              />
            </div>
          )
        }
      </Loaded>
    </Block>
  );
}
