import { Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "#ui/theme.ts";

export const themes: readonly { readonly value: Theme; readonly label: string; readonly icon: typeof Sun }[] = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
];
