import { editsOf, linesOf } from "./diff.ts";

/** Compares long texts beside the page, so that the page stays quick. */
addEventListener("message", ({ data: { id, before, after } }: MessageEvent<{ id: number; before: string; after: string }>) => {
  postMessage({ id, edits: editsOf(linesOf(before), linesOf(after)) });
});
