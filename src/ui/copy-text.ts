import { toast } from "./toast.ts";

export const copyRefused = "The browser blocked copying";

/** Writes to the clipboard, also a text that is still asked for: browsers allow it for the press that asked. */
export function writeText(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const blob = text.then((found) => new Blob([found], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Copies from a menu, where no button stays to say so. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast("Copied"),
    () => toast(copyRefused, { failed: true }),
  );
}
