import { toast } from "#ui/toast.ts";

/** Copies from a menu, where no button stays to say so. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast("Copied"),
    () => toast("The browser blocked copying", { failed: true }),
  );
}
