import { createContext } from "react";

/** Around what says that there is nothing, while that is being found out: what was just made here may be the first. */
export const Unsure = createContext(false);
