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
