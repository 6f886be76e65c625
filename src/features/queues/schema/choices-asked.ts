import { createContext } from "react";

/** Whether saving was refused for choices without words: each of them says so. */
export const ChoicesAsked = createContext(false);
