import { Bot, Inbox, KeyRound, Layers, LibraryBig, type LucideIcon, Play } from "lucide-react";

export interface Destination {
  readonly segment: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string;
  /** Addresses of one section that has several, the first one among them. */
  readonly parts?: readonly { readonly segment: string; readonly label: string }[];
}

/** The sections of a team, in the order of the sidebar and the palette. */
export const destinations: readonly Destination[] = [
  { segment: "inbox", label: "Inbox", icon: Inbox, key: "i" },
  {
    segment: "agents",
    label: "Agents",
    icon: Bot,
    key: "a",
    parts: [
      { segment: "agents", label: "Agents" },
      { segment: "automations", label: "Automations" },
    ],
  },
  { segment: "runs", label: "Runs", icon: Play, key: "r" },
  { segment: "queues", label: "Queues", icon: Layers, key: "q" },
  {
    segment: "connections",
    label: "Connections",
    icon: KeyRound,
    key: "c",
    parts: [
      { segment: "connections", label: "Connections: Secrets" },
      { segment: "logins", label: "Connections: Logins" },
    ],
  },
  {
    segment: "files",
    label: "Library",
    icon: LibraryBig,
    key: "l",
    parts: [
      { segment: "files", label: "Library: Files" },
      { segment: "skills", label: "Library: Skills" },
      { segment: "plugins", label: "Library: Plugins" },
    ],
  },
];

/** Every page that the palette leads to. Keys open the first part of a section. */
export const pages = destinations.flatMap(({ parts, icon, ...section }) =>
  parts ? parts.map((part, at) => ({ ...part, icon, key: at === 0 ? section.key : undefined })) : [{ ...section, icon }],
);

/** Whether an address lies in a section. */
export function isIn({ segment, parts = [] }: Destination, teamId: string, path: string): boolean {
  return [segment, ...parts.map((part) => part.segment)].some((each) => {
    const href = hrefOf(teamId, each);
    return path === href || path.startsWith(`${href}/`);
  });
}

export function hrefOf(teamId: string, segment: string): string {
  return `/t/${teamId}/${segment}`;
}
