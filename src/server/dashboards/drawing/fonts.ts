import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** The console's typeface for documents that load nothing: Latin letters, all weights. Others are the reader's own. */
export function fontRules(): string {
  const file = readFileSync(resolve("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2")).toString("base64");
  return `@font-face{font-family:Geist;font-style:normal;font-weight:100 900;font-display:swap;src:url(data:font/woff2;base64,${file}) format("woff2")}`;
}
