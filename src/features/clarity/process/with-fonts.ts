/** The family that the console draws with. */
const family = "Geist Variable";

/**
 * A drawing of ours with the font that it was laid out for: a picture loads nothing, and other programs do not have it. Only the files that its letters
 * are in come with it.
 */
export async function withFonts(svg: string): Promise<string> {
  const letters = new Set([...svg].map((letter) => letter.codePointAt(0) ?? 0));
  const faces = await Promise.all(facesOf(letters).map(embedded));
  if (faces.length === 0) return svg;
  // As text: a style that this page makes would be one of this page, which takes none but its own.
  return svg.replace(
    /<svg [^>]*>/,
    (root) => `${root.replace('font-family="', `font-family="'${family}', `)}<style>${faces.join("")}</style>`,
  );
}

interface Face {
  readonly range: string;
  readonly weight: string;
  readonly url: string;
}

function facesOf(letters: ReadonlySet<number>): Face[] {
  return [...document.styleSheets]
    .flatMap((sheet) => rulesOf(sheet.cssRules, sheet.href ?? document.baseURI))
    .filter(({ range }) => rangesIn(range).some(([from, to]) => [...letters].some((letter) => letter >= from && letter <= to)));
}

function rulesOf(rules: CSSRuleList, base: string): Face[] {
  return [...rules].flatMap((rule): Face[] => {
    if (rule instanceof CSSGroupingRule) return rulesOf(rule.cssRules, base);
    if (!(rule instanceof CSSFontFaceRule) || !rule.style.getPropertyValue("font-family").includes(family)) return [];
    const path = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (path === undefined) return [];
    const of = (name: string) => rule.style.getPropertyValue(name);
    return [{ range: of("unicode-range"), weight: of("font-weight"), url: new URL(path, base).href }];
  });
}

/** Of “U+0-FF, U+131”. */
function rangesIn(range: string): (readonly [number, number])[] {
  return [...range.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = "", to = from]) => [parseInt(from, 16), parseInt(to, 16)]);
}

async function embedded({ range, weight, url }: Face): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const src = `url(data:font/woff2;base64,${btoa(binary)}) format("woff2")`;
  return `@font-face{font-family:'${family}';font-weight:${weight};unicode-range:${range};src:${src}}`;
}
