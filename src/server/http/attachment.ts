/** A `content-disposition` that makes browsers keep the answer under this name, whatever characters it has. */
export function attachment(name: string): string {
  return `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
