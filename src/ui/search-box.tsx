import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useShortcuts } from "./shortcuts.ts";
import { TextInput } from "./text-input.tsx";

interface SearchBoxProps {
  label: string;
  /** What the empty field says, where that is more than its label. */
  hint?: string;
  /** Several filters stand beside it. */
  narrow?: boolean;
  value: string;
  /** To begin a search and to end it are steps of the history; more letters of one replace its step. */
  onSearch: (text: string, step: { replace: boolean }) => void;
}

/** A search that is part of the address: told once typing pauses, and following when the address changes by itself. */
export function SearchBox({ label, hint = label, narrow = false, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState({ typed: value, told: value });
  if (value !== state.told) setState({ typed: value, told: value });
  const tell = useEffectEvent((typed: string) => {
    const text = typed.trim();
    setState({ typed, told: text });
    onSearch(text, { replace: text !== "" && value !== "" });
  });
  const { typed, told } = state;
  useEffect(() => {
    if (typed.trim() === told) return undefined;
    const timer = setTimeout(() => tell(typed), 200);
    return () => clearTimeout(timer);
  }, [typed, told]);
  useShortcuts("Search", [{ keys: "/", label, run: () => input.current?.focus() }]);
  return (
    <div className={narrow ? "min-w-20 flex-1 sm:max-w-44" : "min-w-28 flex-1 sm:max-w-72 sm:min-w-40"}>
      <TextInput
        ref={input}
        type="search"
        icon={Search}
        aria-label={label}
        placeholder={hint}
        value={typed}
        onChange={(event) => setState((now) => ({ ...now, typed: event.target.value }))}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
    </div>
  );
}
