/** Elements whose content nobody reads. */
const unseen = new Set(["head", "script", "style", "template", "noscript"]);
const lines = new Set([
  "address",
  "blockquote",
  "br",
  "div",
  "dl",
  "dt",
  "dd",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "li",
  "ol",
  "p",
  "pre",
  "table",
  "tr",
  "ul",
]);
const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text of a mail that has none beside its HTML. Goes through it once, whatever is in it. */
export function textOfHtml(html: string): string {
  const whole = html.toLowerCase();
  const found: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf("<", at);
    if (open < 0) {
      found.push(html.slice(at));
      break;
    }
    found.push(html.slice(at, open));
    const comment = html.startsWith("<!--", open);
    const close = html.indexOf(comment ? "-->" : ">", open);
    if (close < 0) break;
    const name = /^<\/?([a-z][a-z0-9]*)/.exec(whole.slice(open, open + 20))?.[1] ?? "";
    if (lines.has(name)) found.push("\n");
    else if (name === "td" || name === "th") found.push(" ");
    const hidden = unseen.has(name) && html[open + 1] !== "/" ? whole.indexOf(`</${name}`, close) : close;
    if (hidden < 0) break;
    at = hidden === close ? close + (comment ? 3 : 1) : hidden;
  }
  return decoded(found.join(""))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, tens?: string, hex?: string, name?: string) => {
    if (name !== undefined) return signs[name.toLowerCase()] ?? all;
    const code = tens === undefined ? Number.parseInt(hex ?? "", 16) : Number(tens);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}
