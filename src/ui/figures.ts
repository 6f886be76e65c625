/** An amount, a share or a number, also with its unit. */
const figure = /^[-+−]?\p{Sc}?\s?\d[\d.,'’\s]*(%|\p{Sc}|[A-Z]{3})?$/u;

/** Whether a column holds figures and nothing else: they are read by their last digits. */
export function areFigures(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  return filled.length > 0 && filled.every((cell) => figure.test(cell));
}
