import { useState } from "react";

/**
 * An input over a part of a document. What the document cannot take stays typed, with the reason that `put` gives, and the document stays as
 * it was.
 */
export function useTyped(value: string, put: (typed: string) => string | undefined) {
  const [refused, setRefused] = useState<{ value: string; typed: string; why: string }>();
  /** Of another value it says nothing. */
  const now = refused?.value === value ? refused : undefined;
  return {
    error: now?.why,
    input: {
      value: now?.typed ?? value,
      "data-refused": now ? true : undefined,
      onChange: ({ target: { value: typed } }: { target: { value: string } }) => {
        const why = put(typed);
        setRefused(why === undefined ? undefined : { value, typed, why });
      },
    },
  };
}
