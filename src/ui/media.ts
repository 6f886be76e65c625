import { useSyncExternalStore } from "react";

/** Whether a media query holds, as in `"(min-width: 900px)"`. For layout that CSS alone cannot choose. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (reader) => {
      const list = matchMedia(query);
      list.addEventListener("change", reader);
      return () => list.removeEventListener("change", reader);
    },
    () => matchMedia(query).matches,
  );
}
