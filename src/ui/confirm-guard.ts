import { createContext, useContext, useEffect } from "react";

/** Why what somebody confirms should not happen yet, as a sentence; undefined when it may. */
export type WhyNot = () => Promise<string | undefined>;

/** Takes what to ask before what is confirmed happens, and returns how to take that back. */
export const ConfirmGuard = createContext<(whyNot: WhyNot) => () => void>(() => () => undefined);

/** Has the question around this ask once more before what it asks about happens. */
export function useConfirmGuard(whyNot: WhyNot): void {
  const guardWith = useContext(ConfirmGuard);
  useEffect(() => guardWith(whyNot), [guardWith, whyNot]);
}
