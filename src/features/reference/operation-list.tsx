import { ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Reference } from "#sdk/reference/reference.ts";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { type RovingItem, useRoving } from "#ui/roving.ts";
import { SearchBox } from "#ui/search-box.tsx";
import { type AreaOfOperations, operationsMatching } from "./matching.ts";
import { MethodMark } from "./method-mark.tsx";
import { titleOf } from "./operation-words.tsx";

interface OperationListProps {
  reference: Reference;
  search: string;
  onSearch: (text: string, step: { replace: boolean }) => void;
  /** The operation that is drawn. */
  current: string | undefined;
}

/** Every operation by its area. A search opens the areas that match; arrow keys move in what is open. */
export function OperationList({ reference, search, onSearch, current }: OperationListProps) {
  const areas = operationsMatching(reference, search);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const currentArea = reference.operations.find(({ name }) => name === current)?.area;
  const isOpen = (area: string) => (search !== "" || area === currentArea) !== toggled.has(`${search}|${area}`);
  const toggle = (area: string) => {
    const next = new Set(toggled);
    if (!next.delete(`${search}|${area}`)) next.add(`${search}|${area}`);
    setToggled(next);
  };
  const ids = areas.flatMap(({ name, operations }) => [`area:${name}`, ...(isOpen(name) ? operations.map((each) => each.name) : [])]);
  const roving = useRoving(ids, current);
  const total = areas.reduce((sum, { operations }) => sum + operations.length, 0);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <>
      <div className="shrink-0 border-b border-line p-3">
        <div className="flex">
          <SearchBox label="Search operations" value={search} onSearch={onSearch} />
        </div>
        <div className="mt-1.5 flex items-baseline justify-between gap-2 text-xs">
          <p role="status" className="text-ink-3 tabular-nums">
            {counted(total, "operation", "operations")}
          </p>
          <AnyLink link={pathTo("/reference/cookbook", {})} className="text-accent-ink underline underline-offset-2">
            Cookbook
          </AnyLink>
        </div>
      </div>
      {total === 0 ? (
        <NoMatch what="operations" onClear={() => onSearch("", { replace: false })} />
      ) : (
        <div ref={place} {...roving.group} className="flex min-h-0 flex-1 flex-col overflow-y-auto p-2">
          {areas.map((area) => (
            <Area
              key={area.name}
              area={area}
              open={isOpen(area.name)}
              onToggle={() => toggle(area.name)}
              search={search}
              current={current}
              item={roving.item}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface AreaProps {
  area: AreaOfOperations;
  open: boolean;
  onToggle: () => void;
  search: string;
  current: string | undefined;
  item: (id: string) => RovingItem;
}

function Area({ area: { name: area, operations }, open, onToggle, search, current, item }: AreaProps) {
  return (
    <div className="shrink-0">
      <button
        type="button"
        {...item(`area:${area}`)}
        aria-expanded={open}
        onClick={onToggle}
        className="flex h-8 w-full items-center gap-1 rounded-md px-1.5 text-start text-sm font-medium hover:bg-hover"
      >
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className={cx("shrink-0 text-ink-3 transition-transform", open && "rotate-90")}
        />
        <span className="min-w-0 flex-1 truncate">{area}</span>
        <span className="text-xs font-normal text-ink-3 tabular-nums">{operations.length}</span>
      </button>
      {open ? (
        <ul aria-label={area} className="mb-1">
          {operations.map(({ name, summary, method }) => (
            <li key={name}>
              <AnyLink
                {...item(name)}
                link={pathTo("/reference/$operation", { operation: name }, search === "" ? undefined : { search })}
                title={summary}
                aria-current={name === current ? "page" : undefined}
                className="flex min-h-7 items-baseline gap-1 rounded-md py-1 ps-2 pe-1.5 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
              >
                <MethodMark method={method} aligned />
                <span className="min-w-0 flex-1 truncate">{titleOf(name)}</span>
              </AnyLink>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
