import { useState } from "react";

/**
 * Whether a column of a board is narrow: it held nothing when the board was opened. Cards that come by themselves leave it so, as a column that
 * widens moves all behind it; `open` says that somebody here brings a card into it, or wants to see what is in it.
 */
export function useFolded(count: number | undefined) {
  const [began, setBegan] = useState(count);
  const [opened, setOpened] = useState(false);
  if (began === undefined && count !== undefined) setBegan(count);
  return { folded: began === 0 && !opened, open: () => setOpened(true) };
}
