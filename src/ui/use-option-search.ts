import { useState } from "react";
import { useSettled } from "./use-settled.ts";

/** As much of a name as the service searches for. */
const longestSearch = 200;

/** What somebody types into a `Combobox` whose options come from the service. `settling`: the service was not asked for it yet. */
export function useOptionSearch() {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().slice(0, longestSearch);
  const search = useSettled(wanted, 150);
  return { typed, setTyped, search, settling: wanted !== search };
}
