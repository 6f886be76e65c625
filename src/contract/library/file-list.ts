import { list } from "#contract/list.ts";

export const fileList = list({
  name: "files",
  views: "team",
  words: ["file", "files"],
  filters: {
    folder: { kind: "path", place: true },
    q: { kind: "text", as: "search", label: "Search files", hint: "Search name or folder", max: 200 },
  },
  sorts: {
    start: { by: "name", order: "asc" },
    by: {
      name: { asc: "by name", desc: "names from Z to A" },
      size: { asc: "the smallest first", desc: "the largest first" },
      changed: { asc: "the oldest first", desc: "the newest first" },
    },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    files: "team";
  }
}
