import { useRef } from "react";
import { type FieldValues } from "react-hook-form";
import { type ContractForm, useFieldValue } from "#api/form.ts";
import { BundleFile, type FilesSource, maxBundleFileBytes } from "#contract/agents/config.ts";
import type { Output } from "#contract/zod.ts";
import { bucketToCome, dropHeld, hold, sha256Of } from "#features/agents/code-contents.ts";
import { toast } from "#ui/toast.ts";
import type { DroppedFile } from "./dropped-files.ts";

type Bundle = Output<typeof FilesSource>["bundle"];

/** The files of a bundle in a form, and what can be done with them. `name` leads to the bundle. */
export function useCodeFiles(form: ContractForm<FieldValues>, name: string) {
  const bundle = useFieldValue(form, name) as Bundle;
  const files = bundle?.files ?? [];
  // A digest takes a moment and a render another one; what came in between must not be lost, so writes read the form itself.
  const now = (): readonly BundleFile[] => (form.valueOf(`${name}.files`) as readonly BundleFile[] | undefined) ?? [];
  const newest = useRef(new Map<string, Uint8Array>());
  const set = (next: readonly BundleFile[]) => {
    form.set(name, { bucket: bundle?.bucket ?? bucketToCome, files: next.toSorted((a, b) => (a.path < b.path ? -1 : 1)) });
  };
  const put = async (path: string, bytes: Uint8Array<ArrayBuffer>) => {
    newest.current.set(path, bytes);
    const sha256 = await sha256Of(bytes);
    // Digests end in any order; only what was written last counts.
    if (newest.current.get(path) !== bytes) return;
    const present = now();
    const before = present.find((file) => file.path === path);
    hold(sha256, bytes);
    if (before && before.sha256 !== sha256 && !present.some((file) => file.path !== path && file.sha256 === before.sha256))
      dropHeld(before.sha256);
    set([...present.filter((file) => file.path !== path), { path, sha256, sizeBytes: bytes.length }]);
  };
  return {
    files,
    write: (path: string, text: string) => put(path, new TextEncoder().encode(text)),
    rename: (from: string, to: string) => set(now().map((file) => (file.path === from ? { ...file, path: to } : file))),
    remove: (path: string) => {
      const removed = now().find((file) => file.path === path);
      if (!removed) return;
      set(now().filter((file) => file !== removed));
      toast(`${path} removed`, { undo: () => set([...now().filter((file) => file.path !== path), removed]) });
    },
    upload: async (dropped: readonly DroppedFile[]) => {
      const tooLarge = dropped.filter(({ file }) => file.size > maxBundleFileBytes);
      for (const { path, file } of dropped) if (file.size <= maxBundleFileBytes) await put(path, new Uint8Array(await file.arrayBuffer()));
      if (tooLarge.length > 0)
        toast(`Left out, larger than ${maxBundleFileBytes.toLocaleString("en")} bytes: ${tooLarge.map(({ path }) => path).join(", ")}`, {
          failed: true,
        });
    },
    /** What is wrong with a path for a file that is now at `from`, in the contract's words. */
    problemWith: (path: string, from?: string): string | undefined => {
      if (path !== from && files.some((file) => file.path === path)) return "A file with this path already exists";
      return BundleFile.shape.path.safeParse(path).error?.issues[0]?.message;
    },
    /** The first thing that is wrong with the list or one of its files. */
    error: form.errorOf(`${name}.files`) ?? files.map(({ path }, at) => fileError(form, `${name}.files.${at}`, path)).find(Boolean),
  };
}

/** What is said about a path names it already. */
function fileError(form: ContractForm<FieldValues>, at: string, path: string): string | undefined {
  const other = form.errorOf(`${at}.sizeBytes`) ?? form.errorOf(`${at}.sha256`);
  return form.errorOf(`${at}.path`) ?? (other && `${path}: ${other}`);
}
