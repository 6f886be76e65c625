// Text that somebody typed survives a reload of the tab, and nothing that looks like a secret is ever kept.

const secretName = /password|secret|token|^key$|_key$/i;

export function readDraft(id: string): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(`draft:${id}`) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(id: string, values: Record<string, unknown>, secrets: readonly string[]): void {
  const kept = Object.entries(values).filter(([key]) => !secretName.test(key) && !secrets.includes(key));
  try {
    sessionStorage.setItem(`draft:${id}`, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or refused storage costs the draft, not the form.
  }
}

export function dropDraft(id: string): void {
  sessionStorage.removeItem(`draft:${id}`);
}

/** How many texts this tab keeps that nobody has sent. Fields that were emptied again and what stands beside a form's text are none. */
export function unsentDrafts(): number {
  const ids = Object.keys(sessionStorage).flatMap((key) => (key.startsWith("draft:") ? key.slice("draft:".length) : []));
  return ids.filter((id) => !/^blob:|:began$/.test(id) && isFilled(readDraft(id))).length;
}

function isFilled(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value === "object" && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null;
}

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("draft:")) sessionStorage.removeItem(key);
}
