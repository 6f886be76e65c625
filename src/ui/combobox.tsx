import { ChevronsUpDown, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { ComboboxList, type ComboboxOption } from "./combobox-list.tsx";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";
import { TextInput } from "./text-input.tsx";
import { useAboveAll } from "./use-above-all.ts";

export interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Takes what is typed when no option fits: a model's name that the list lacks. */
  free?: boolean;
  /** Why such a text is not taken, as a sentence; undefined for one that is. */
  refuses?: (text: string) => string | undefined;
  /** Told what is typed, for options that come from the service, as `useOptionSearch` keeps it. */
  onSearch?: (text: string) => void;
  /** The options do not answer to what is typed yet. */
  loading?: boolean;
  /** Where the options come from, as react-query has it: a list that could not be read says so, and is read again from there. */
  from?: { readonly isError: boolean; readonly refetch: () => unknown };
  label?: string;
  autoFocus?: boolean;
  /** What to do about a text that is none of the options, as a sentence. */
  unknown?: string;
  /** On a wide screen the reason why a text is not taken lies over what is below: in a row of controls it would move them. */
  inRow?: boolean;
}

/**
 * A text input with a list: type to narrow, arrows to move, Enter to take. For short fixed lists use `Select`.
 *
 * A text that is none of the options stays where it was typed, with the reason, and keeps the form around it from being sent: what was chosen
 * before must not go on under another name.
 */
export function Combobox(props: ComboboxProps) {
  const {
    options,
    value,
    onChange,
    placeholder,
    free,
    refuses,
    onSearch,
    loading,
    from,
    label,
    autoFocus,
    unknown = "Choose one from the list.",
    inRow = false,
  } = props;
  const listId = useId();
  const field = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  // Enter was pressed before the service had answered: what it finds first is meant.
  const [takesFirst, setTakesFirst] = useState(false);
  // Somebody left the field with a text in it that was not taken.
  const [left, setLeft] = useState(false);
  const open = typed !== null && !left;
  const untaken = typed !== null && left;
  const said = untaken && !loading;
  const chosen = options.find((option) => option.value === value)?.label ?? value ?? "";
  const entered = (typed ?? "").trim();
  const needle = entered.toLowerCase();
  // Of options for an earlier text only those that fit this one too: Enter takes what is meant, however fast it follows.
  const narrowed = onSearch !== undefined && !loading;
  const isBegun = ({ begins }: ComboboxOption) => begins !== undefined && needle.startsWith(begins.trim().toLowerCase());
  const found = narrowed || needle === "" ? options : options.filter((option) => wordsOf(option).includes(needle) && !isBegun(option));
  // Whoever types a whole name means it, also where it begins a longer one.
  const named = found.filter((option) => option.label.toLowerCase() === needle);
  const shown = [...named, ...found.filter((option) => !named.includes(option))].slice(0, 100);
  const unread = from?.isError && !loading && shown.length === 0 ? from : undefined;

  const nothing = unread
    ? "Could not be loaded. Try again"
    : loading
      ? "Searching…"
      : free && needle !== ""
        ? `Use “${typed}”`
        : "No matches";

  const show = (text: string) => {
    setTyped(text);
    setLeft(false);
    setAt(0);
    setTakesFirst(false);
    onSearch?.(text);
  };
  const take = (next: string | null) => {
    const begins = options.find((option) => option.value === next)?.begins;
    if (begins !== undefined) return show(begins);
    onChange(next);
    setTyped(null);
    setLeft(false);
  };
  /** Takes what was typed where it names one; false where it names none. */
  const close = () => {
    const meant = options.find((option) => option.label.toLowerCase() === needle);
    if (needle === "" || typed === chosen) setTyped(null);
    else if (meant) take(meant.value);
    else return takeTyped();
    return true;
  };
  const takeTyped = () => {
    const takes = free && refuses?.(entered) === undefined;
    if (takes) take(entered);
    else setLeft(true);
    return takes;
  };
  /** What was meant before the service had answered. */
  const takeAnswered = useEffectEvent(() => {
    setTakesFirst(false);
    if (takesFirst && shown[0]) take(shown[0].value);
    else if (untaken) close();
  });
  useEffect(() => {
    if (loading) return undefined;
    const answered = setTimeout(takeAnswered);
    return () => clearTimeout(answered);
  }, [loading]);
  useAboveAll(open, list, input);
  // What was taken is read from its start, and typed over.
  useEffect(() => {
    const { current } = input;
    if (!current || typed !== null || chosen === "" || document.activeElement !== current) return;
    current.setSelectionRange(0, chosen.length, "backward");
    current.scrollLeft = 0;
  }, [typed, chosen]);
  useEffect(() => {
    const { form } = input.current ?? {};
    if (!untaken || !form) return undefined;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
    };
    form.addEventListener("submit", refuse, { capture: true });
    return () => form.removeEventListener("submit", refuse, { capture: true });
  }, [untaken]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && typed !== null) {
      event.stopPropagation();
      setTyped(null);
      setLeft(false);
      onSearch?.("");
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) show("");
      else setAt((now) => Math.max(0, Math.min(shown.length - 1, now + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && open && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      const option = shown[at];
      if (option) take(option.value);
      else if (loading) setTakesFirst(true);
      else if (unread) void unread.refetch();
      else if (free && needle !== "") takeTyped();
    } else if (event.key === "Enter" && typed !== null && !close()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div className="min-w-0">
      <div className="relative">
        <TextInput
          ref={input}
          role="combobox"
          data-takes-escape={typed === null ? undefined : ""}
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && shown[at] ? `${listId}-${at}` : undefined}
          aria-label={label}
          aria-invalid={said || field["aria-invalid"]}
          aria-describedby={[field["aria-describedby"], said ? `${listId}-untaken` : ""].filter(Boolean).join(" ") || undefined}
          autoComplete="off"
          autoFocus={autoFocus}
          placeholder={placeholder}
          value={typed ?? chosen}
          onChange={(event) => show(event.target.value)}
          onClick={() => (open ? undefined : show(typed ?? ""))}
          onKeyDown={onKeyDown}
          onBlur={() => void (typed === null || close())}
          className="pe-12"
        />
        <span className="absolute end-1 top-1/2 flex -translate-y-1/2 items-center text-ink-3">
          {(value !== null && value !== "") || untaken ? (
            <button
              type="button"
              aria-label="Clear"
              className="grid size-6 place-content-center rounded-sm hover:bg-hover"
              onClick={() => {
                take(null);
                input.current?.focus();
              }}
            >
              <X size={14} strokeWidth={1.75} aria-hidden />
            </button>
          ) : null}
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden className="pointer-events-none mx-1" />
        </span>
        <ComboboxList
          id={listId}
          label={label ?? placeholder ?? "Choices"}
          list={list}
          options={open ? shown : []}
          at={at}
          value={value}
          onPoint={setAt}
          onTake={take}
          nothing={open && shown.length === 0 ? nothing : undefined}
          onAgain={unread ? () => void unread.refetch() : undefined}
        />
      </div>
      {said ? (
        <p id={`${listId}-untaken`} role="alert" className={cx("mt-1 text-xs text-failed", inRow && overBelow)}>
          {free
            ? refuses?.(entered)
            : unread
              ? "The list could not be loaded. Open it to try again."
              : `“${typed}” is not in the list. ${unknown}`}
        </p>
      ) : null}
    </div>
  );
}

const overBelow =
  "min-[1280px]:absolute min-[1280px]:z-20 min-[1280px]:w-64 min-[1280px]:rounded-md min-[1280px]:bg-surface min-[1280px]:px-3 min-[1280px]:py-2 min-[1280px]:shadow-pop";

function wordsOf({ label, note = "", also = "" }: ComboboxOption): string {
  return `${label} ${note} ${also}`.toLowerCase();
}
