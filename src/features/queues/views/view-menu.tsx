import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import type { CaseView } from "#contract/queues/case-views.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { viewsRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { SaveView } from "./save-view.tsx";
import { searchOfView, showsSame } from "./view-filters.ts";
import { ViewsDialog } from "./views-dialog.tsx";

interface ViewMenuProps {
  teamId: string;
  queueId: string;
  search: CaseSearch;
}

/** The saved views of a queue, each of them a link to what it shows. */
export function ViewMenu({ teamId, queueId, search }: ViewMenuProps) {
  const views = useQuery(viewsRead(queueId)).data?.views ?? [];
  const [open, setOpen] = useState<"save" | "manage">();
  const active = views.find((view) => showsSame(view, search));
  const linkOf = (view: CaseView) => ({
    to: "/t/$teamId/queues/$queueId",
    params: { teamId, queueId },
    // A board shows every state: a view of one is a table.
    search: { ...searchOfView(view), ...(search.layout && view.status === null ? { layout: search.layout } : {}) },
  });
  const entryOf = (view: CaseView): MenuEntry => ({ label: view.name, checked: view.id === active?.id, link: linkOf(view) });
  const [own, shared] = [views.filter(({ scope }) => scope === "personal"), views.filter(({ scope }) => scope === "team")];
  const save = () => setOpen("save");
  const go = useGo();
  usePageActions([
    { id: "save-view", label: "Save current filters as a view", icon: Bookmark, run: save },
    ...views.map((view) => ({ id: `view-${view.id}`, label: `View: ${view.name}`, icon: Bookmark, run: () => go(linkOf(view)) })),
  ]);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={Bookmark} aria-label={active ? `View: ${active.name}` : "Views"} className="max-sm:px-2">
            <span className={active ? "max-w-40 truncate max-sm:max-w-16" : "max-sm:hidden"}>{active?.name ?? "Views"}</span>
          </Button>
        }
        entries={[
          ...(own.length > 0 ? [{ heading: "Yours" }, ...own.map(entryOf)] : []),
          ...(shared.length > 0 ? [{ heading: "The team's" }, ...shared.map(entryOf)] : []),
          ...(views.length > 0 ? ["separator" as const] : []),
          { label: "Save current filters…", onSelect: save },
          ...(views.length > 0 ? [{ label: "Rename or delete views…", onSelect: () => setOpen("manage") }] : []),
        ]}
      />
      <SaveView open={open === "save"} onClose={() => setOpen(undefined)} queueId={queueId} search={search} />
      <ViewsDialog open={open === "manage"} onClose={() => setOpen(undefined)} views={views} search={search} />
    </>
  );
}
