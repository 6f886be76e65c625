/** An element, with its children or its text. */
export interface Xml {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly content: readonly Xml[] | string;
}

/** `null` and `undefined` leave an attribute out. */
export function xml(name: string, attributes: Xml["attributes"] = {}, content: Xml["content"] = []): Xml {
  return { name, attributes, content };
}

/** A document, an element a line. The same elements give the same bytes. */
export function printed(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "").join("\n")}\n`;
}

function lines({ name, attributes, content }: Xml, indent: string): string[] {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  const open = `${indent}<${name}${written.join("")}`;
  if (content.length === 0) return [`${open}/>`];
  if (typeof content === "string") return [`${open}>${escaped(content)}</${name}>`];
  return [`${open}>`, ...content.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

/** What XML 1.0 has no way to write, not even as a number: most control characters, halves of a letter, two that are none. */
const unwritable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text without what XML cannot hold. */
export function writable(text: string, instead: (letter: string) => string = () => ""): string {
  return text.replace(unwritable, instead);
}

/** Line breaks and tabs as numbers: readers make one space of them in an attribute, and one line feed of a carriage return anywhere. */
function escaped(text: string): string {
  return writable(text).replace(/[&<>"\t\n\r]/g, (letter) => named[letter] ?? `&#${letter.charCodeAt(0)};`);
}
const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
