import { Bookmark } from "lucide-react";
import { useState } from "react";
import type { SavedView, ViewSource } from "#api/view-source.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { SaveView } from "./save-view.tsx";
import { ViewsDialog } from "./views-dialog.tsx";

/** The saved views of a list, each of them a link to what it shows. */
export function ViewMenu<S>({ source }: { source: ViewSource<S> }) {
  const { views, shown } = source;
  const [open, setOpen] = useState<"save" | "manage">();
  const active = views.find((view) => source.same(view.shows, shown));
  const linkOf = (view: SavedView<S>) => source.linkOf(view.shows);
  const entryOf = (view: SavedView<S>): MenuEntry => ({ label: view.name, checked: view.id === active?.id, link: linkOf(view) });
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
      <SaveView open={open === "save"} onClose={() => setOpen(undefined)} source={source} />
      <ViewsDialog open={open === "manage"} onClose={() => setOpen(undefined)} source={source} />
    </>
  );
}
