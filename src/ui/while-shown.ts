import { useEffect, useRef } from "react";

/** Does something only while the caller is on the screen: who has left is not led on from where they are by then. */
export function useWhileShown(): (act: () => void) => void {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  return (act) => {
    if (shown.current) act();
  };
}
