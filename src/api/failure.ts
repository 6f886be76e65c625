import { useState } from "react";

/** Why something was not done, for code that says it itself. */
export function useFailure() {
  const [failure, setFailure] = useState<unknown>();
  const words = failure === undefined ? undefined : failure instanceof Error ? failure.message : "That did not work.";
  return { failure, words, setFailure };
}
