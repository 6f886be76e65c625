import { createContext, type ReactNode } from "react";
import type { LinkTarget } from "./link.tsx";

export interface Crumb {
  readonly label: string;
  readonly link: LinkTarget;
}

/** What the shell puts at both ends of every page's top bar: the button for the drawer, search. */
export const FrameContext = createContext<{ readonly leading: ReactNode; readonly trailing: ReactNode }>({ leading: null, trailing: null });

/** What scrolls a page as one while its window is low; null where its parts scroll by themselves. */
export const PageScrollerContext = createContext<HTMLElement | null>(null);

/** Whether the shell says over the page that its requests wait: then no place of the page says it again. */
export const WaitsContext = createContext(false);

/** What stands below the words that an object is gone: the text that somebody typed into it. */
export const UnsentContext = createContext<ReactNode>(null);

/** The way back from the page that is drawn: what stands above it. */
export const CrumbsContext = createContext<readonly Crumb[]>([]);
