import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Elements whose content nobody reads. */
const unseen = new Set(["head", "script", "style", "template", "noscript", "noembed", "noframes", "datalist"]);
/** Elements without content: nothing is within them. */
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Styles by which a mail does not show an element. */
const hides =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0+(?![\d.%])|font-size\s*:\s*0*\.?0+(?![\d.])|mso-hide\s*:\s*all|color\s*:\s*transparent|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{3,})/i;
const isCut = (style: string) =>
  /(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*0(?![\d.])/i.test(style) && /overflow\s*:\s*hidden/i.test(style);
const lines = new Set(
  "address article blockquote br div dl dt dd footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul".split(" "),
);
const cells = new Set(["td", "th"]);
const nothing = () => undefined;

/**
 * The text of a mail that has none beside its HTML. Of the library its tokenizer alone is used: it reads 256 KiB in 40 ms, whatever is in them. What keeps a
 * list of open elements, as its parser and `html-to-text` do, takes two seconds for a mail that opens elements and closes others, and may overflow.
 */
export function textOfHtml(html: string): string {
  const found: string[] = [];
  let hiddenBy: string | undefined;
  /** Elements of that name that are open within it. */
  let inside = 0;
  let opening = "";
  let attribute = "";
  let style = "";
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const shown = (text: string) => void (hiddenBy === undefined && found.push(text));
  const part = (name: string) => (lines.has(name) ? shown("\n") : cells.has(name) ? shown(" ") : undefined);
  function hide(name: string): void {
    if (hiddenBy !== undefined || empty.has(name)) return;
    [hiddenBy, inside] = [name, 0];
  }
  function endOpening(): void {
    const plain = style.replaceAll(/\/\*.*?\*\//gs, "");
    if (hides.test(plain) || isCut(plain)) hide(opening);
  }
  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      const name = nameAt(start, end);
      // It ends a head that is not closed.
      if (name === "body" && hiddenBy === "head") hiddenBy = undefined;
      part(name);
      if (name === hiddenBy) inside += 1;
      if (unseen.has(name)) hide(name);
      [opening, attribute, style] = [name, "", ""];
    },
    onattribname(start, end) {
      attribute = nameAt(start, end);
      if (attribute === "hidden") hide(opening);
    },
    onattribdata(start, end) {
      if (attribute === "style") style += html.slice(start, end);
    },
    onattribentity(code) {
      if (attribute === "style") style += String.fromCodePoint(code);
    },
    onopentagend: endOpening,
    onselfclosingtag: endOpening,
    onclosetag(start, end) {
      const name = nameAt(start, end);
      if (name !== hiddenBy) part(name);
      else if (inside > 0) inside -= 1;
      else hiddenBy = undefined;
    },
    ontext: (start, end) => shown(html.slice(start, end)),
    ontextentity: (code) => shown(String.fromCodePoint(code)),
    onattribend: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
  };
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return found
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
