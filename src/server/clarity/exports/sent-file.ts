import { ours } from "#server/clarity/bpmn/kept.ts";

/** Who is written into a model: entries of the glossary there. */
export interface NamedPeople {
  readonly owner: string | null;
  readonly approver: string | null;
  /** Under which name the workspace keeps the approver. */
  readonly approverKey: string | undefined;
}

const signavio = "http://www.signavio.com";
/** What stands between elements, and their tags. The file was read before, so it is well-formed. */
const tokens = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/g;

interface Tag {
  readonly prefix: string;
  readonly name: string;
  readonly attributes: string;
  readonly kind: "open" | "close" | "empty";
  readonly at: number;
  readonly end: number;
}

function tagsIn(text: string): Tag[] {
  return [...text.matchAll(tokens)].flatMap(({ 0: whole, 1: closes, 2: called, 3: attributes = "", 4: empty, index: at }) => {
    if (called === undefined) return [];
    const colon = called.indexOf(":");
    const kind = closes ? "close" : empty ? "empty" : "open";
    return [{ prefix: called.slice(0, Math.max(colon, 0)), name: called.slice(colon + 1), attributes, kind, at, end: at + whole.length }];
  });
}

/**
 * A file as it is sent: with the people who answer for the process, where the other tool looks for them, and without what we keep in a file for ourselves,
 * which is quotes, and names of who said them.
 */
export function sentFile(text: string, people: NamedPeople): string {
  const bare = withoutOurs(text);
  const { owner, approver, approverKey } = people;
  const entries = [
    ...(owner === null ? [] : [["meta-processowner", owner] as const]),
    ...(approver === null || approverKey === undefined ? [] : [[approverKey, approver] as const]),
  ];
  if (entries.length === 0) return bare;
  const data = entries.map(
    ([key, value]) => `<signavio:signavioDiagramMetaData xmlns:signavio="${signavio}" metaKey="${key}" metaValue="${value}"/>`,
  );
  return withData(bare, data.join(""));
}

function withoutOurs(text: string): string {
  const tags = tagsIn(text);
  const prefixes = new Set(
    tags.flatMap(({ attributes }) =>
      [...attributes.matchAll(/\bxmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g)].flatMap(([, prefix, uri]) => (uri === ours ? [prefix] : [])),
    ),
  );
  let kept = "";
  let from = 0;
  let depth = 0;
  for (const { prefix, kind, at, end } of tags) {
    if (!prefixes.has(prefix)) continue;
    if (depth === 0) kept += text.slice(from, at);
    depth += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    from = end;
  }
  return (kept + text.slice(from)).replace(/<((?:[\w.-]+:)?extensionElements)>\s*<\/\1>/g, "");
}

/** What concerns the whole diagram stands at its pools, or at the process where it has none. */
function withData(text: string, data: string): string {
  const tags = tagsIn(text).filter(({ kind }) => kind !== "close");
  const at = tags.findIndex(({ name }) => name === "collaboration");
  const place = at >= 0 ? at : tags.findIndex(({ name }) => name === "process");
  const whole = tags[place];
  if (!whole || whole.kind === "empty") return text;
  const prefix = whole.prefix === "" ? "" : `${whole.prefix}:`;
  const [first, second] = tags.slice(place + 1);
  // Documentation comes before it.
  const extended = [first, second].find((tag) => tag?.name === "extensionElements" && tag.kind === "open");
  if (extended && (first === extended || first?.name === "documentation"))
    return text.slice(0, extended.end) + data + text.slice(extended.end);
  const documented =
    first?.name === "documentation" ? text.indexOf(`</${prefix}documentation>`, first.at) + `</${prefix}documentation>`.length : 0;
  const into = Math.max(whole.end, documented);
  return `${text.slice(0, into)}<${prefix}extensionElements>${data}</${prefix}extensionElements>${text.slice(into)}`;
}
