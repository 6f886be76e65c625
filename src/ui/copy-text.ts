import { toast } from "./toast.ts";

export const copyRefused = "The browser blocked copying";

/** Copies from a menu, where no button stays to say so. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast("Copied"),
    () => toast(copyRefused, { failed: true }),
  );
}
