import { ChevronsUpDown, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";
import { TextInput } from "./text-input.tsx";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A second, quieter column. */
  readonly note?: string;
}

export interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Takes what is typed when no option fits: a model's name that the list lacks. */
  free?: boolean;
  /** Told what is typed, for options that come from the service; filtering is then the caller's. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  label?: string;
  autoFocus?: boolean;
  /** What to do about a text that is none of the options, as a sentence. */
  unknown?: string;
}

/**
 * A text input with a list: type to narrow, arrows to move, Enter to take. For short fixed lists use `Select`.
 *
 * A text that is none of the options stays where it was typed, with the reason, and keeps the form around it from being sent: what was chosen
 * before must not go on under another name.
 */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, placeholder, free, onSearch, loading, label, autoFocus, unknown = "Choose one from the list." } = props;
  const listId = useId();
  const field = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  // Somebody left the field with a text in it that was not taken.
  const [left, setLeft] = useState(false);
  const open = typed !== null && !left;
  const untaken = typed !== null && left;
  const chosen = options.find((option) => option.value === value)?.label ?? value ?? "";
  const needle = (typed ?? "").trim().toLowerCase();
  const found = onSearch || needle === "" ? options : options.filter((o) => `${o.label} ${o.note ?? ""}`.toLowerCase().includes(needle));
  const shown = found.slice(0, 100);

  const show = (text: string) => {
    setTyped(text);
    setLeft(false);
    setAt(0);
    onSearch?.(text);
  };
  const take = (next: string | null) => {
    onChange(next);
    setTyped(null);
    setLeft(false);
  };
  /** Takes what was typed where it names one; false where it names none. */
  const close = () => {
    const named = options.find((option) => option.label.toLowerCase() === needle);
    if (needle === "" || typed === chosen) setTyped(null);
    else if (named) take(named.value);
    else if (free) take((typed ?? "").trim());
    else {
      setLeft(true);
      return false;
    }
    return true;
  };
  // At the end of what scrolls it would open out of sight, or grow out of it with what is found.
  useLayoutEffect(() => {
    if (open) scrollIntoView(list.current);
  }, [open, shown.length]);
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
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) show("");
      else setAt((now) => Math.max(0, Math.min(shown.length - 1, now + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && open && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      const option = shown[at];
      if (option) take(option.value);
      else if (free && needle !== "") take((typed ?? "").trim());
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
          aria-invalid={untaken || field["aria-invalid"]}
          aria-describedby={[field["aria-describedby"], untaken ? `${listId}-untaken` : ""].filter(Boolean).join(" ") || undefined}
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
              onClick={() => take(null)}
            >
              <X size={14} strokeWidth={1.75} aria-hidden />
            </button>
          ) : null}
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden className="pointer-events-none mx-1" />
        </span>
        <ul
          id={listId}
          role="listbox"
          aria-label={label ?? placeholder ?? "Choices"}
          hidden={!open}
          ref={list}
          // Keeps the focus, and with it the list, while an option is pressed.
          onPointerDown={(event) => event.preventDefault()}
          className="absolute z-30 mt-1 max-h-64 w-full overflow-y-auto rounded-md bg-surface p-1 shadow-pop"
        >
          {(open ? shown : []).map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input holds the focus and takes the keys
            <li
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              ref={index === at ? scrollIntoView : null}
              onPointerMove={() => setAt(index)}
              onClick={() => take(option.value)}
              className="menu-item justify-between"
            >
              <span className={cx("truncate", option.value === value && "font-medium")}>{option.label}</span>
              {option.note ? <span className="truncate text-xs text-ink-3">{option.note}</span> : null}
            </li>
          ))}
          {open && shown.length === 0 ? (
            <li role="option" aria-selected="false" aria-disabled="true" className="menu-item" data-disabled="true">
              {loading ? "Searching…" : free && needle !== "" ? `Use “${typed}”` : "No matches"}
            </li>
          ) : null}
        </ul>
      </div>
      {untaken ? (
        <p id={`${listId}-untaken`} role="alert" className="mt-1 text-xs text-failed">
          “{typed}” is not in the list. {unknown}
        </p>
      ) : null}
    </div>
  );
}

function scrollIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: "nearest" });
}
