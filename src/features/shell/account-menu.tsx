import { Building2, Gauge, Keyboard, LogOut, UserRound } from "lucide-react";
import { useState } from "react";
import { lostByLeaving } from "#api/drafts.ts";
import { pathTo } from "#api/path-to.ts";
import { useSession, useSignOut, useTeam } from "#api/session.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { setTheme, useTheme } from "#ui/theme.ts";
import { toast } from "#ui/toast.ts";
import { themes } from "./themes.ts";

export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user, kind, administrator } = useSession();
  const organization = useTeam()?.organization_id;
  const [theme] = useTheme();
  const signOut = useSignOut();
  const name = user.name ?? user.email;
  const leave = kind === "key" ? "Remove the key" : "Sign out";
  const [lost, setLost] = useState<string>();
  const leaveUnlessUnsent = () => {
    const loses = lostByLeaving();
    setLost(loses);
    if (loses === undefined) signOut().catch((error: Error) => toast(`You are still signed in. ${error.message}`, { failed: true }));
  };
  usePageActions([
    ...themes.map(({ value, label, icon }) => ({
      id: `theme-${value}`,
      label: `Appearance: ${label}`,
      icon,
      everywhere: true as const,
      run: () => setTheme(value),
    })),
    { id: "sign-out", label: leave, icon: LogOut, everywhere: true, run: leaveUnlessUnsent },
  ]);
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <button
            type="button"
            className="flex h-9 w-full items-center gap-2 rounded-md px-2 text-start hover:bg-hover data-[state=open]:bg-hover"
          >
            <span aria-hidden className="grid size-5 shrink-0 place-content-center rounded-full bg-pressed text-xs font-medium text-ink-2">
              {name.slice(0, 1).toUpperCase()}
            </span>
            <span className="min-w-0 flex-1 truncate text-ink-2">
              {name}
              <span className="sr-only">, account menu</span>
            </span>
          </button>
        }
        entries={[
          { label: "Profile and API keys", icon: UserRound, link: pathTo("/profile", {}) },
          ...(organization
            ? [{ label: "Organization settings", icon: Building2, link: pathTo("/organizations/$orgId", { orgId: organization }) } as const]
            : []),
          ...(administrator ? [{ label: "Engine", icon: Gauge, link: pathTo("/engine", {}) }] : []),
          { label: "Keyboard shortcuts", icon: Keyboard, keys: "?", onSelect: onShortcuts },
          "separator",
          { heading: "Appearance" },
          ...themes.map(({ value, label, icon }) => ({ label, icon, checked: theme === value, onSelect: () => setTheme(value) })),
          "separator",
          { label: leave, icon: LogOut, onSelect: leaveUnlessUnsent },
        ]}
      />
      <ConfirmDialog open={lost !== undefined} onClose={() => setLost(undefined)} title={`${leave}?`} action={leave} onConfirm={signOut}>
        <p>{lost}</p>
      </ConfirmDialog>
    </>
  );
}
