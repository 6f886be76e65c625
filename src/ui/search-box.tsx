import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useShortcuts } from "./shortcuts.ts";
import { TextInput } from "./text-input.tsx";

/** A search that is part of the address: told once typing pauses, and following when the address changes by itself. */
export function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState({ typed: value, told: value });
  if (value !== state.told) setState({ typed: value, told: value });
  const tell = useEffectEvent((typed: string) => {
    setState({ typed, told: typed.trim() });
    onSearch(typed.trim());
  });
  const { typed, told } = state;
  useEffect(() => {
    if (typed.trim() === told) return undefined;
    const timer = setTimeout(() => tell(typed), 200);
    return () => clearTimeout(timer);
  }, [typed, told]);
  useShortcuts("Search", [{ keys: "/", label, run: () => input.current?.focus() }]);
  return (
    <div className="min-w-28 flex-1 sm:max-w-72 sm:min-w-40">
      <TextInput
        ref={input}
        type="search"
        icon={Search}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setState((now) => ({ ...now, typed: event.target.value }))}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
    </div>
  );
}
