/** How much of a cell is coloured: never so little that it looks like none, never so much that its figure cannot be read. */
export function scaleColor(value: number, most: number): number {
  const share = most > 0 ? Math.min(1, Math.max(0, value / most)) : 0;
  return Math.round((0.1 + 0.5 * share) * 100);
}
