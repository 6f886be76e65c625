import { createContext, type ReactNode } from "react";

/** What the shell puts at both ends of every page's top bar: the button for the drawer, search. */
export const FrameContext = createContext<{ readonly leading: ReactNode; readonly trailing: ReactNode }>({ leading: null, trailing: null });
