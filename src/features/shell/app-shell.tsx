import { pathTo } from "#api/path-to.ts";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Plus, Search } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { useTeam } from "#api/session.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { Drawer } from "#ui/drawer.tsx";
import { FrameContext, UnsentContext } from "#ui/frame.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import { useGo } from "#ui/link.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { SkipLink } from "#ui/skip-link.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { DecisionsBar } from "./decisions-bar.tsx";
import { destinationsFor, hrefOf } from "./destinations.ts";
import { ServiceNotice } from "./service-notice.tsx";
import { Sidebar } from "./sidebar.tsx";
import { UnsentText } from "./unsent-text.tsx";
import { useAskBeforeClosing } from "./use-ask-before-closing.ts";
import { usePageFocus } from "./use-page-focus.ts";
import { useUnread, useWaiting, useWaitingIcon } from "./waiting.ts";

const Palette = lazyOverlay("The search", () => import("./palette.tsx").then((module) => module.Palette));
const ShortcutsDialog = lazyOverlay("The list of keys", () => import("./shortcuts-dialog.tsx").then((module) => module.ShortcutsDialog));

type Overlaid = "drawer" | "palette" | "shortcuts";

/** Everything around a page: sidebar, search, keys, notices. */
export function AppShell() {
  const team = useTeam();
  const go = useGo();
  const path = useLocation({ select: (location) => location.pathname });
  const [opened, setOpened] = useState<{ what: Overlaid; at: string } | null>(null);
  // Going to another page closes what lies over this one.
  const open = opened?.at === path ? opened.what : null;
  const setOpen = (what: Overlaid) => setOpened({ what, at: path });
  const waiting = useWaiting(team?.id);
  const unread = useUnread(team?.id);
  useWaitingIcon(waiting > 0);
  usePageFocus();
  useAskBeforeClosing();

  useShortcuts("Everywhere", [
    { keys: "mod+k", label: "Search and commands", whileTyping: true, anywhere: true, run: () => setOpen("palette") },
    { keys: "?", label: "Keyboard shortcuts", run: () => setOpen("shortcuts") },
    ...(team
      ? destinationsFor(team.role).map(({ key, label, segment }) => ({
          keys: `g ${key}`,
          label: `Go to ${label}`,
          leads: true,
          run: () => go(hrefOf(team.id, segment)),
        }))
      : []),
  ]);

  const builds = useMay(createAgent);
  usePageActions(
    team && builds
      ? [
          {
            id: "new-agent-of-team",
            label: "New agent",
            icon: Plus,
            everywhere: true,
            run: () => go(pathTo("/t/$teamId/agents/new", { teamId: team.id })),
          },
        ]
      : [],
  );

  const close = () => setOpened(null);
  const frame = {
    leading: <IconButton icon={MenuIcon} label="Open the menu" className="md:hidden" onClick={() => setOpen("drawer")} />,
    trailing: <IconButton icon={Search} label="Search and commands" keys="mod+k" onClick={() => setOpen("palette")} />,
    count: waiting,
  };
  return (
    <FrameContext value={frame}>
      <SkipLink to="content">Skip to content</SkipLink>
      <div className="relative flex h-dvh overflow-clip">
        <div className="hidden w-56 shrink-0 border-e border-line bg-sunken md:flex">
          <Sidebar waiting={waiting} unread={unread} onShortcuts={() => setOpen("shortcuts")} />
        </div>
        <div id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
          <ServiceNotice>
            <UnsentContext value={<UnsentText />}>
              <Outlet />
            </UnsentContext>
          </ServiceNotice>
          <DecisionsBar />
        </div>
      </div>
      <Drawer open={open === "drawer"} onClose={close} title="Menu" side="start" hideTitle>
        <Sidebar waiting={waiting} unread={unread} onShortcuts={() => setOpen("shortcuts")} />
      </Drawer>
      <Toaster />
      {open === "palette" ? <Palette onClose={close} /> : null}
      {open === "shortcuts" ? <ShortcutsDialog onClose={close} /> : null}
    </FrameContext>
  );
}
