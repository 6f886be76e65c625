const isXmlId = (id: string) => /^[A-Za-z_][\w.-]*$/.test(id);

/** Ids of one document. An id that XML takes stays as it is; any other one is rewritten, and no two are the same. */
export interface XmlIds {
  readonly of: (id: string) => string;
  /** An id for what has none of its own. */
  readonly free: (wanted: string) => string;
}

/** `own`: ids that come first, as those of steps. */
export function xmlIds(own: readonly string[]): XmlIds {
  const taken = new Set(own.filter(isXmlId));
  const free = (wanted: string): string => {
    const base = isXmlId(wanted) ? wanted : `id-${wanted.replace(/[^\w.-]+/g, "-")}`;
    let id = base;
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
    taken.add(id);
    return id;
  };
  const known = new Map<string, string>();
  for (const id of own) if (!known.has(id)) known.set(id, isXmlId(id) ? id : free(id));
  return { free, of: (id) => known.get(id) ?? "" };
}
