import { cx } from "./cx.ts";
import { AnyLink, type LinkTarget } from "./link.tsx";

interface SubTab {
  readonly label: string;
  readonly link: LinkTarget;
  readonly here: boolean;
}

/** The parts of one tab, each with an address of its own. */
export function SubTabs({ label, tabs }: { label: string; tabs: readonly SubTab[] }) {
  return (
    <nav aria-label={label} className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3 py-1.5 [scrollbar-width:none] md:px-5">
      {tabs.map(({ label: words, link, here }) => (
        <AnyLink
          key={words}
          link={link}
          aria-current={here ? "page" : undefined}
          className={cx(
            "flex h-7 items-center rounded-md px-2 text-sm whitespace-nowrap first:-ms-2",
            here ? "bg-pressed font-medium" : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {words}
        </AnyLink>
      ))}
    </nav>
  );
}
