import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

// first.js in public/ reads this name before the first paint.
const storageKey = "caseload.theme";
const readers = new Set<() => void>();

function current(): Theme {
  const value = document.documentElement.dataset["theme"];
  return value === "light" || value === "dark" ? value : "system";
}

export function setTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem(storageKey);
  } else {
    document.documentElement.dataset["theme"] = theme;
    localStorage.setItem(storageKey, theme);
  }
  for (const reader of readers) reader();
}

export function useTheme(): [theme: Theme, set: (theme: Theme) => void] {
  const theme = useSyncExternalStore((reader) => {
    readers.add(reader);
    return () => readers.delete(reader);
  }, current);
  return [theme, setTheme];
}
