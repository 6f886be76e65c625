import { Layers } from "lucide-react";
import type { ReactNode } from "react";
import { AnyLink } from "#ui/link.tsx";

interface MemberFrameProps {
  icon: ReactNode;
  name: string;
  /** Absent for what is gone. */
  link?: string | undefined;
  /** A second, quieter line or column. */
  state: ReactNode;
  actions: ReactNode;
}

/** A line of a list of agents or queues: name, what it does, what can be done with it. Two lines on a narrow screen. */
export function MemberFrame({ icon, name, link, state, actions }: MemberFrameProps) {
  return (
    // Its columns begin at the same place in every line, however many buttons end it.
    <li className="flex min-h-10 items-center gap-x-3 py-1 ps-3 pe-1">
      <span className="flex min-w-0 flex-1 items-center gap-x-4 gap-y-0.5 max-sm:flex-col max-sm:items-start">
        <span className="flex max-w-full min-w-0 items-center gap-2 sm:w-2/5 sm:shrink-0">
          {icon}
          {link === undefined ? (
            <span className="min-w-0 truncate text-ink-3">{name}</span>
          ) : (
            <AnyLink link={link} className="min-w-0 truncate rounded-sm font-medium hover:underline">
              {name}
            </AnyLink>
          )}
        </span>
        <span className="max-w-full min-w-0 text-sm text-ink-2 sm:flex-1 [&>span]:whitespace-normal">{state}</span>
      </span>
      <span className="flex shrink-0 items-center justify-end gap-1 sm:min-w-28">{actions}</span>
    </li>
  );
}

export function QueueIcon() {
  return <Layers size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />;
}
