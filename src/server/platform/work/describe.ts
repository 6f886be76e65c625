/** A failure without values from the run: its kind and where it came from. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.name}: ${error.message.slice(0, 200)}${cause.slice(0, 200)} ${error.stack?.split("\n").slice(1, 4).join(" ") ?? ""}`;
}
