import { useEffect, useState } from "react";
import { ApiError } from "./client.ts";
import { lastHeard, onReach } from "./reach.ts";

/** Why something was not done, for code that says it itself. That the service was away says nothing once it is back. */
export function useFailure() {
  const [failure, setFailure] = useState<unknown>();
  const unreached = failure instanceof ApiError && failure.code === "unreachable";
  useEffect(() => {
    if (!unreached) return undefined;
    return onReach(() => lastHeard() === undefined && setFailure(undefined));
  }, [unreached]);
  const words = failure === undefined ? undefined : failure instanceof Error ? failure.message : "That did not work.";
  return { failure, words, setFailure };
}
