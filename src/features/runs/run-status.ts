/** Nothing more happens unless a person writes. */
export function hasEnded(status: string): boolean {
  return status === "completed" || status === "failed" || status === "interrupted";
}
