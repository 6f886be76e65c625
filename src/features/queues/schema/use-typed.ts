import { useState } from "react";

/**
 * An input over the part of a document that is at `place`. What the document cannot take stays typed, with the reason that `put` gives, and the
 * document stays as it was.
 */
export function useTyped(place: string, value: string, put: (typed: string) => string | undefined) {
  const [refused, setRefused] = useState<{ place: string; value: string; typed: string; why: string }>();
  /** Rows move: of another place it says nothing, nor of another value. */
  const now = refused?.place === place && refused.value === value ? refused : undefined;
  return {
    error: now?.why,
    input: {
      value: now?.typed ?? value,
      "data-refused": now ? true : undefined,
      onChange: ({ target: { value: typed } }: { target: { value: string } }) => {
        const why = put(typed);
        setRefused(why === undefined ? undefined : { place, value, typed, why });
      },
    },
  };
}
