import { createContext } from "react";

/** By the place of a field: the values that it is known to have, which it begins with as a choice. */
export const KnownChoices = createContext<Readonly<Record<string, readonly string[]>>>({});
