/** As light and as full as all others, so that only the hue tells them apart. */
export function labelColor(hue: number): string {
  return `oklch(0.65 0.15 ${hue})`;
}
