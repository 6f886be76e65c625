/**
 * The colours of the console that a page uses, in light and in dark: `public/first.css` has the same ones, which a test compares. A page is read
 * where that file is not.
 */
export const tokens: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  canvas: ["oklch(1 0 0)", "oklch(0.182 0.006 270)"],
  surface: ["oklch(1 0 0)", "oklch(0.212 0.007 270)"],
  sunken: ["oklch(0.976 0.003 270)", "oklch(0.158 0.005 270)"],
  hover: ["oklch(0.96 0.004 270)", "oklch(0.245 0.008 270)"],
  pressed: ["oklch(0.935 0.006 270)", "oklch(0.282 0.01 270)"],
  line: ["oklch(0.915 0.005 270)", "oklch(0.285 0.008 270)"],
  "line-strong": ["oklch(0.85 0.008 270)", "oklch(0.37 0.01 270)"],
  control: ["oklch(0.64 0.012 270)", "oklch(0.52 0.012 270)"],
  ink: ["oklch(0.225 0.012 270)", "oklch(0.94 0.004 270)"],
  "ink-2": ["oklch(0.41 0.014 270)", "oklch(0.76 0.008 270)"],
  "ink-3": ["oklch(0.51 0.014 270)", "oklch(0.67 0.01 270)"],
  "accent-ink": ["oklch(0.455 0.18 278)", "oklch(0.78 0.11 280)"],
  focus: ["oklch(0.52 0.19 278)", "oklch(0.72 0.14 280)"],
  failed: ["oklch(0.5 0.18 25)", "oklch(0.755 0.13 22)"],
  shade: ["oklch(0.2 0.02 270 / 0.08)", "oklch(0 0 0 / 0.4)"],
  "chart-1": ["oklch(0.52 0.17 278)", "oklch(0.62 0.15 278)"],
  "chart-2": ["oklch(0.63 0.1 195)", "oklch(0.74 0.1 195)"],
  "chart-3": ["oklch(0.42 0.15 330)", "oklch(0.58 0.15 345)"],
  "chart-4": ["oklch(0.55 0.08 50)", "oklch(0.68 0.08 50)"],
  "chart-5": ["oklch(0.38 0.08 155)", "oklch(0.86 0.1 160)"],
  "chart-6": ["oklch(0.64 0.12 110)", "oklch(0.82 0.14 100)"],
  "chart-pale": ["oklch(0.885 0.045 278)", "oklch(0.36 0.075 278)"],
  "chart-mid": ["oklch(0.76 0.09 278)", "oklch(0.48 0.1 278)"],
  "chart-edge": ["oklch(0.645 0.125 278)", "oklch(0.6 0.13 278)"],
  "chart-other": ["oklch(0.655 0.01 270)", "oklch(0.51 0.012 270)"],
  "chart-other-pale": ["oklch(0.9 0.006 270)", "oklch(0.34 0.01 270)"],
  "chart-failed": ["oklch(0.6 0.19 25)", "oklch(0.66 0.17 24)"],
  "chart-waiting": ["oklch(0.655 0.135 70)", "oklch(0.76 0.13 78)"],
};

/** Declarations of `names`, or of all. On paper all is as in the light. */
export function tokenStyles(theme: "light" | "dark" | "both", names: readonly string[] = Object.keys(tokens)): string {
  return names
    .flatMap((name) => {
      const [light, dark] = tokens[name] ?? [];
      return light && dark ? [`--${name}:${theme === "both" ? `light-dark(${light},${dark})` : theme === "light" ? light : dark}`] : [];
    })
    .join(";");
}

export const schemeOf = { light: "light", dark: "dark", both: "light dark" } as const;
