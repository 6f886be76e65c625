import { createContext, type ReactNode } from "react";
import type { LinkTarget } from "./link.tsx";

export interface Crumb {
  readonly label: string;
  readonly link: LinkTarget;
}

/** What the shell adds to every page: both ends of its top bar, and a count before the title of the tab. */
interface Frame {
  readonly leading: ReactNode;
  readonly trailing: ReactNode;
  readonly count: number;
}
export const FrameContext = createContext<Frame>({ leading: null, trailing: null, count: 0 });

/** What scrolls a page as one while its window is low; null where its parts scroll by themselves. */
export const PageScrollerContext = createContext<HTMLElement | null>(null);

/** Whether the shell says over the page that its requests wait: then no place of the page says it again. */
export const WaitsContext = createContext(false);

/** What stands below the words that an object is gone: the text that somebody typed into it. */
export const UnsentContext = createContext<ReactNode>(null);

/** The way back from the page that is drawn: what stands above it. */
export const CrumbsContext = createContext<readonly Crumb[]>([]);
