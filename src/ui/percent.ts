/** A share as a percentage that says 0% of nothing and 100% of everything alone. */
export function percentOf(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`;
  return `${Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1)}%`;
}
