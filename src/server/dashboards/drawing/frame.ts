import { createHash } from "node:crypto";
import { frameScript } from "./frame-script.ts";
import { kit } from "./kit.ts";

/** Only in the frame: what is being written, and what a person points at. */
const frameStyles = `
.sh{opacity:.6}.sh.in{opacity:1;transition:opacity 100ms}
.wr{margin:16px 20px 20px;min-height:128px;border:1px dashed var(--line-strong);border-radius:6px;padding:12px 14px;font-size:13px;color:var(--ink-3)}
.pk [data-block]{cursor:pointer}.pk [data-block] *{cursor:pointer}.pk [data-block]:hover{outline:2px solid var(--focus);outline-offset:6px;border-radius:4px}
@media (max-width:599px){.wr{margin-inline:12px}}
@media print{.wr{display:none}}
@media (prefers-reduced-motion:reduce){.sh,.sh.in{opacity:1;transition:none}}`.replaceAll("\n", "");

const hash = createHash("sha256").update(frameScript).digest("base64");

/**
 * The frame shows what the console hands over and can do nothing else: no script but ours runs, nothing is loaded or sent, and its origin is
 * none. Heights and places of marks are `style` attributes, which only `'unsafe-inline'` allows.
 */
export const framePolicy = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "style-src 'unsafe-inline'",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts allow-modals",
].join("; ");

/** The document of the frame, which is the same for every dashboard and person. `fonts`: `@font-face` rules of `data:` addresses. */
export function frameDocument(fonts: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width,initial-scale=1"/><meta name="referrer" content="no-referrer"/><title>Dashboard</title><style>${fonts}${kit("both")}${frameStyles}</style></head><body><script>${frameScript}</script></body></html>`;
}
