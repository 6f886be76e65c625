import { createContext, type ReactNode, use } from "react";

/** How the connections that a run lacks are mended: stands beneath each line of its transcript that names them. */
export const MissingConnections = createContext<ReactNode>(null);

export function MendConnections() {
  return use(MissingConnections);
}
