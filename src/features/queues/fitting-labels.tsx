import { useEffect, useRef, useState } from "react";
import type { Case } from "#contract/queues/case.ts";
import { LabelChip } from "./label-chip.tsx";

/** More of them never fit into a column. */
const most = 8;

/** The labels that fit into one line, whole, and how many more there are. Those that do not fit wrap out of sight. */
export function FittingLabels({ labels }: { labels: Case["labels"] }) {
  const line = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(labels.length);
  useEffect(() => {
    const node = line.current;
    if (!node) return undefined;
    const observer = new ResizeObserver(() => {
      const chips = [...node.children] as HTMLElement[];
      setShown(chips.filter((chip) => chip.offsetTop === chips[0]?.offsetTop).length);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [labels]);
  if (labels.length === 0) return null;
  const hidden = labels.slice(shown);
  return (
    <span className="flex items-center gap-1.5">
      <span ref={line} className="flex h-6 min-w-0 flex-wrap gap-1 overflow-hidden">
        {labels.slice(0, most).map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
      </span>
      {hidden.length > 0 ? (
        <span className="shrink-0 text-ink-3" title={hidden.map(({ key, value }) => (key === "" ? value : `${key}: ${value}`)).join(", ")}>
          +{hidden.length}
        </span>
      ) : null}
    </span>
  );
}
