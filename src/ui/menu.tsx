import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactElement, useId } from "react";
import { Keys } from "./kbd.tsx";
import { AnyLink, type LinkTarget } from "./link.tsx";

export type MenuEntry =
  | "separator"
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly keys?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      /** Under the label; says why where the entry is disabled. */
      readonly note?: string;
      /** Marks the entry as one of a set of choices. */
      readonly checked?: boolean;
      /** The menu stays open: several of a set are chosen one after the other. */
      readonly stays?: true;
      readonly link?: LinkTarget;
      readonly onSelect?: () => void;
    };

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
  side?: "top" | "bottom" | "right";
}

/** Not modal: the page stays readable to assistive technology, and a click outside both closes it and lands. */
export function Menu({ trigger, entries, align = "end", side = "bottom" }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          // A field of the page that arrives behind the menu takes the focus without anybody leaving the menu. A dialog that it opened closes it.
          onFocusOutside={(event) => {
            const { target } = event.detail.originalEvent;
            if (target instanceof Element && !target.closest("[role=dialog]")) event.preventDefault();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 animate-in overflow-y-auto rounded-md bg-surface p-1 shadow-pop"
        >
          {entries.map((entry, at) => (
            <Entry key={at} entry={entry} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A note says more about an entry and is no part of its name. */
function Entry({ entry }: { entry: MenuEntry }) {
  const id = useId();
  if (entry === "separator") return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
  if ("heading" in entry) return <Radix.Label className="px-2 py-1 text-xs text-ink-3">{entry.heading}</Radix.Label>;
  const { icon: Icon, label, keys, note, checked } = entry;
  const inside = (
    <Fragment>
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" /> : null}
      <span className="flex min-w-0 flex-1 flex-col">
        <span id={`${id}-label`} className="truncate">
          {label}
        </span>
        {note ? (
          <span id={`${id}-note`} className="text-xs text-ink-3">
            {note}
          </span>
        ) : null}
      </span>
      {checked ? <Check id={`${id}-chosen`} size={16} strokeWidth={1.75} aria-label="chosen" className="shrink-0" /> : null}
      {keys ? <Keys keys={keys} /> : null}
    </Fragment>
  );
  return (
    <Radix.Item
      className="menu-item"
      {...(entry.danger ? { "data-tone": "danger" } : {})}
      {...(note ? { "aria-labelledby": checked ? `${id}-label ${id}-chosen` : `${id}-label`, "aria-describedby": `${id}-note` } : {})}
      disabled={entry.disabled ?? false}
      {...(entry.onSelect
        ? {
            onSelect: (event: Event) => {
              if (entry.stays) event.preventDefault();
              entry.onSelect?.();
            },
          }
        : {})}
      asChild={entry.link !== undefined}
    >
      {entry.link === undefined ? inside : <AnyLink link={entry.link}>{inside}</AnyLink>}
    </Radix.Item>
  );
}
