import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import type { ApiError } from "#api/client.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { TextInput } from "#ui/text-input.tsx";
import { useSettled } from "#ui/use-settled.ts";

/** Where a text is in a long list. */
interface Matches {
  readonly total: number;
  /** In the whole list, of those on the page that was asked for. */
  readonly positions: readonly number[];
}

interface FindBoxProps<F, K extends QueryKey> {
  /** As in "Find in this run". */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onJump: (position: number) => void;
  onClose: () => void;
  /** A page of what the service finds. */
  read: (text: string, page: number) => UseQueryOptions<F, ApiError, F, K>;
  matchesOf: (found: F) => Matches;
  perPage: number;
}

/** Finds text in all of a long list, also in what is not loaded: the service searches, this box leads from one match to the next. */
export function FindBox<F, K extends QueryKey>(props: FindBoxProps<F, K>) {
  const { label, placeholder, text, onText, onJump, onClose, read, matchesOf, perPage } = props;
  const [typed, setTyped] = useState(text);
  const [at, setAt] = useState(0);
  const settled = useSettled(typed.trim().slice(0, 200), 200);
  const found = useQuery({ ...read(settled, Math.floor(at / perPage)), enabled: settled !== "" });
  const matches = found.data === undefined || settled === "" ? undefined : matchesOf(found.data);
  const total = matches?.total ?? 0;
  const position = found.isPlaceholderData ? undefined : matches?.positions[at % perPage];

  const tell = useEffectEvent(onText);
  useEffect(() => tell(settled), [settled]);
  const jump = useEffectEvent(onJump);
  useEffect(() => {
    if (position !== undefined) jump(position);
  }, [position]);

  const step = (by: number) => {
    if (total === 0) return;
    const next = (at + by + total) % total;
    setAt(next);
    // A single match can be asked for again.
    if (next === at && position !== undefined) onJump(position);
  };
  useShortcuts("Find", [
    { keys: "n", label: "Next match", run: () => step(1) },
    { keys: "shift+n", label: "Previous match", run: () => step(-1) },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
  };
  const said =
    settled === ""
      ? ""
      : found.isPending || found.isPlaceholderData
        ? "…"
        : found.isError
          ? "Failed"
          : total === 0
            ? "None"
            : `${(at + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
  return (
    <div role="search" aria-label={label} className="flex shrink-0 items-center gap-1 border-b border-line bg-sunken px-3 py-1.5 md:px-4">
      <div className="min-w-0 flex-1 sm:max-w-80">
        <TextInput
          aria-label={label}
          placeholder={placeholder}
          value={typed}
          autoFocus
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <span role="status" className="min-w-14 shrink-0 text-center text-sm text-ink-2">
        {said}
      </span>
      <IconButton icon={ChevronUp} label="Previous match" keys="shift+enter" disabled={total === 0} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label="Next match" keys="enter" disabled={total === 0} onClick={() => step(1)} />
      <span className="ms-auto">
        <IconButton icon={X} label="Close" keys="escape" onClick={onClose} />
      </span>
    </div>
  );
}
