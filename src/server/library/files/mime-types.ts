import { Mime } from "mime";
import other from "mime/types/other.js";
import standard from "mime/types/standard.js";

const types = new Mime(standard, other);
// What the registry leaves to chance: programs and logs are read as text, and `.ts` here is never a video.
types.define(
  {
    "text/x-python": ["py"],
    "text/x-typescript": ["ts", "tsx"],
    "text/x-shellscript": ["sh"],
    "text/plain": ["log"],
    "application/jsonl": ["jsonl"],
    "application/yaml": ["yml", "yaml"],
    "application/vnd.apache.parquet": ["parquet"],
  },
  true,
);

/** The type that a path's extension stands for; `application/octet-stream` for everything unknown. */
export function mimeTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (name.includes(".") ? types.getType(name) : null) ?? "application/octet-stream";
}
