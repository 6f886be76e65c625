import { useMedia } from "#ui/media.ts";
import { useTheme } from "#ui/theme.ts";

/** What is on screen: as chosen, else as the system has it. */
export function useShownTheme(): "light" | "dark" {
  const [theme] = useTheme();
  const dark = useMedia("(prefers-color-scheme: dark)");
  if (theme !== "system") return theme;
  return dark ? "dark" : "light";
}
