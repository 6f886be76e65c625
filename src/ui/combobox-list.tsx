import type { Ref } from "react";
import { cx } from "./cx.ts";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A second, quieter column. */
  readonly note?: string;
  /** Found by this too, without being shown. */
  readonly also?: string;
  /** It is only a beginning: taken, it is typed, and a person types on. */
  readonly begins?: string;
}

interface ComboboxListProps {
  id: string;
  label: string;
  list: Ref<HTMLUListElement>;
  options: readonly ComboboxOption[];
  /** The option that Enter takes. */
  at: number;
  value: string | null;
  onPoint: (at: number) => void;
  onTake: (value: string) => void;
  /** What stands in the place of options. */
  nothing: string | undefined;
  /** They could not be read: a press on that reads them again. */
  onAgain: (() => void) | undefined;
}

/** What a `Combobox` offers. The input beside it holds the focus and takes the keys. */
export function ComboboxList({ id, label, list, options, at, value, onPoint, onTake, nothing, onAgain }: ComboboxListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      ref={list}
      // Keeps the focus, and with it the list, while an option is pressed.
      onPointerDown={(event) => event.preventDefault()}
      className="fixed inset-auto overflow-y-auto rounded-md bg-surface p-1 text-ink shadow-pop"
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input holds the focus and takes the keys
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          ref={index === at ? scrollIntoView : null}
          onPointerMove={() => onPoint(index)}
          onClick={() => onTake(option.value)}
          className="menu-item justify-between"
        >
          <span className={cx("truncate", option.value === value && "font-medium")}>{option.label}</span>
          {option.note ? <span className="truncate text-xs text-ink-3">{option.note}</span> : null}
        </li>
      ))}
      {nothing === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input holds the focus and takes the keys
        <li
          role="option"
          aria-selected="false"
          aria-disabled={onAgain === undefined}
          className="menu-item"
          data-disabled={onAgain === undefined || undefined}
          onClick={onAgain}
        >
          {nothing}
        </li>
      )}
    </ul>
  );
}

function scrollIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: "nearest" });
}
