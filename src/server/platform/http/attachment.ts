/** A `content-disposition` that makes browsers keep the answer under this name, whatever characters it has. */
export function attachment(name: string): string {
  return named("attachment", name);
}

/** As {@link attachment}, for what browsers may show. */
export function inline(name: string): string {
  return named("inline", name);
}

function named(how: string, name: string): string {
  return `${how}; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
