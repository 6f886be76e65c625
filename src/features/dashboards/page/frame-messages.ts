import type { SelectedElement } from "#contract/dashboards/dashboard.ts";

/** What the frame tells. It has no rights, and what it says is judged here again. */
type FrameMessage =
  | { readonly kind: "ready" | "unpick" }
  | { readonly kind: "open"; readonly href: string; readonly apart: boolean }
  | { readonly kind: "act"; readonly act: "definition" | "file"; readonly block: string }
  | { readonly kind: "picked"; readonly element: SelectedElement }
  | { readonly kind: "scrolled"; readonly top: number }
  | { readonly kind: "broken"; readonly says: string }
  | { readonly kind: "key"; readonly keys: KeyboardEventInit & { readonly key: string } };

const isText = (value: unknown): value is string => typeof value === "string";

/** Undefined for anything else than the frame's own messages. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== "object" || data === null || !("kind" in data)) return undefined;
  const said = data as Readonly<Record<string, unknown>>;
  const { kind, href, act, block, element, top, says, key } = said;
  if (kind === "ready" || kind === "unpick") return { kind };
  // Only lists of the console.
  if (kind === "open" && isText(href) && /^\/t\/[0-9a-f-]{36}\//.test(href)) return { kind, href, apart: said["apart"] === true };
  if (kind === "act" && (act === "definition" || act === "file") && isText(block)) return { kind, act, block };
  if (kind === "scrolled" && typeof top === "number" && top >= 0) return { kind, top };
  if (kind === "broken" && isText(says)) return { kind, says };
  if (kind === "picked") {
    const picked = pickedIn(element);
    return picked && { kind, element: picked };
  }
  if (kind !== "key" || !isText(key)) return undefined;
  const { code, ctrlKey, metaKey, altKey, shiftKey } = said;
  const held = { ctrlKey: ctrlKey === true, metaKey: metaKey === true, altKey: altKey === true, shiftKey: shiftKey === true };
  return { kind, keys: { key, ...(isText(code) && { code }), ...held } };
}

function pickedIn(element: unknown): SelectedElement | undefined {
  if (typeof element !== "object" || element === null) return undefined;
  const { selector, label, tag_name, text, outer_html } = element as Readonly<Record<string, unknown>>;
  if (!isText(selector) || !isText(label) || !isText(tag_name) || !isText(outer_html)) return undefined;
  return { selector, label, tag_name, outer_html, ...(isText(text) && { text }) };
}
