/** `custom__names_the_month_1f3a9c`: readable, and another one for every rubric ever written. */
export function rubricSlug(kind: "custom" | "case", title: string, id: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);
  return [`${kind}_`, words, id.slice(-6)].filter(Boolean).join("_");
}
