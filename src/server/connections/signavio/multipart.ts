import { randomBytes } from "node:crypto";

interface File {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A form with one file, as a browser sends it. */
export function multipart(fields: Readonly<Record<string, string>>, file: File): { readonly type: string; readonly body: Buffer } {
  const boundary = `caseload-${randomBytes(16).toString("hex")}`;
  const part = (head: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const head = `name="${file.field}"; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}`;
  const parts = [...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)), part(head, file.text)];
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(`${parts.join("")}--${boundary}--\r\n`) };
}

/** What would end the name, or the line, is written as browsers do. */
function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
