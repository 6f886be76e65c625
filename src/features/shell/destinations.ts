import { Bot, FolderOpen, Inbox, type LucideIcon, Play } from "lucide-react";

export interface Destination {
  readonly segment: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string;
}

/** The sections of a team, in the order of the sidebar and the palette. */
export const destinations: readonly Destination[] = [
  { segment: "inbox", label: "Inbox", icon: Inbox, key: "i" },
  { segment: "agents", label: "Agents", icon: Bot, key: "a" },
  { segment: "runs", label: "Runs", icon: Play, key: "r" },
  { segment: "files", label: "Files", icon: FolderOpen, key: "f" },
];

export function hrefOf(teamId: string, segment: string): string {
  return `/t/${teamId}/${segment}`;
}
