import { Minus, Plus } from "lucide-react";
import { useRef } from "react";
import { Disclosure } from "#ui/disclosure.tsx";
import { useElementStops } from "./change-stops.ts";
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
  const box = useRef<HTMLDivElement>(null);
  useElementStops(id, box, removed.length + added.length);
  return (
    <div ref={box} className="overflow-hidden rounded-md border border-line text-sm">
      <ul aria-label={`Changes of ${title.toLowerCase()}`}>
        {removed.map((item) => (
          <Item key={`- ${item.id}`} item={item} sign="removed" />
        ))}
        {added.map((item) => (
          <Item key={`+ ${item.id}`} item={item} sign="added" />
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

function Item({ item: { name, detail }, sign }: { item: ListItem; sign: "added" | "removed" }) {
  const Icon = sign === "added" ? Plus : Minus;
  return (
    <li
      data-stop=""
      tabIndex={-1}
      className={`flex items-start gap-2 px-3 py-1.5 outline-offset-[-2px] ${sign === "added" ? "bg-done-soft" : "bg-failed-soft"}`}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
      <span className="sr-only">{sign === "added" ? "Added: " : "Removed: "}</span>
      <span className="min-w-0 break-words">{name}</span>
      {detail ? <span className="ms-auto text-end text-ink-2">{detail}</span> : null}
    </li>
  );
}
