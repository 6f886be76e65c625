import { cx } from "./cx.ts";

const apple = /mac|iphone|ipad/i.test(navigator.platform);
const signs: Record<string, string> = {
  mod: apple ? "⌘" : "Ctrl",
  shift: apple ? "⇧" : "Shift",
  alt: apple ? "⌥" : "Alt",
  enter: "↵",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
};

/** `"mod+k"` is pressed together, `"g a"` one after the other, and `"+"` is a key. */
export function Keys({ keys, inverse }: { keys: string; inverse?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.split(/ |(?<=.)\+(?=.)/).map((key, at) => (
        <Kbd key={`${key}${at}`} {...(inverse ? { inverse } : {})}>
          {signs[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </Kbd>
      ))}
    </span>
  );
}

export function Kbd({ children, inverse }: { children: string; inverse?: boolean }) {
  return (
    <kbd
      className={cx(
        "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border px-1 font-sans text-xs",
        inverse ? "border-current" : "border-line bg-sunken text-ink-2",
      )}
    >
      {children}
    </kbd>
  );
}
