import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useShortcuts } from "#ui/shortcuts.ts";
import { TextInput } from "#ui/text-input.tsx";

/** The address is the value. It arrives a moment after a key, so it is only written back while nobody types. */
export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  useShortcuts("Search", [{ keys: "/", label: "Search files", run: () => input.current?.focus() }]);
  return (
    <div className="w-64 max-sm:w-full max-sm:flex-1 max-sm:basis-40">
      <TextInput
        ref={input}
        type="search"
        icon={Search}
        aria-label="Search files"
        placeholder="Search name or folder"
        defaultValue={q}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && event.currentTarget.value === "") event.currentTarget.blur();
        }}
      />
    </div>
  );
}
