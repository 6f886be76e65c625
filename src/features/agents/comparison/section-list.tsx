import { Minus, Plus } from "lucide-react";
import { type Here, useStop } from "#ui/change-stop.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { useBlock } from "./change-stops.ts";
import type { ListItem } from "./compare.ts";

interface SectionListProps {
  id: string;
  title: string;
  removed: readonly ListItem[];
  added: readonly ListItem[];
  kept: readonly ListItem[];
}

/** What was taken away, put in and kept of a list. */
export function SectionList({ id, title, removed, added, kept }: SectionListProps) {
  const here = useBlock(id, removed.length + added.length);
  return (
    <div className="overflow-hidden rounded-md border border-line text-sm">
      <ul aria-label={`Changes of ${title.toLowerCase()}`}>
        {removed.map((item, at) => (
          <Item key={`- ${item.id}`} item={item} sign="removed" here={here} at={at} />
        ))}
        {added.map((item, at) => (
          <Item key={`+ ${item.id}`} item={item} sign="added" here={here} at={removed.length + at} />
        ))}
      </ul>
      {kept.length > 0 ? (
        <Disclosure
          summary={`${kept.length.toLocaleString("en")} kept`}
          summaryClassName="px-3 py-1 text-ink-2"
          className="border-t border-line bg-sunken"
        >
          <ul className="pb-1">
            {kept.map(({ id: key, name }) => (
              <li key={key} className="px-3 py-0.5 break-words text-ink-2">
                {name}
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </div>
  );
}

interface ItemProps {
  item: ListItem;
  sign: "added" | "removed";
  here: Here | undefined;
  at: number;
}

function Item({ item: { name, detail }, sign, here, at }: ItemProps) {
  const Icon = sign === "added" ? Plus : Minus;
  return (
    <li
      {...useStop<HTMLLIElement>(here, at)}
      className={`flex items-start gap-2 px-3 py-1.5 ${sign === "added" ? "bg-done-soft" : "bg-failed-soft"}`}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
      <span className="sr-only">{sign === "added" ? "Added: " : "Removed: "}</span>
      <span className="min-w-0 break-words">{name}</span>
      {detail ? <span className="ms-auto text-end text-ink-2">{detail}</span> : null}
    </li>
  );
}
