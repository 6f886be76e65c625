import { FileArchive, FileCode, FileImage, FileSpreadsheet, FileText, File as FileUnknown, type LucideIcon } from "lucide-react";

/** How a file is shown: as a table, as formatted text, as text, or not at all. `unknown` may be text; the service tells. */
export type FileKind = "csv" | "markdown" | "text" | "unknown" | "binary";

interface FileType {
  readonly label: string;
  readonly kind: FileKind;
  readonly mime: string;
  readonly icon: LucideIcon;
}

const type = (label: string, kind: FileKind, mime: string, icon: LucideIcon): FileType => ({ label, kind, mime, icon });

const types: Readonly<Record<string, FileType>> = {
  csv: type("CSV", "csv", "text/csv", FileSpreadsheet),
  tsv: type("TSV", "csv", "text/tab-separated-values", FileSpreadsheet),
  md: type("Markdown", "markdown", "text/markdown", FileText),
  txt: type("Text", "text", "text/plain", FileText),
  log: type("Log", "text", "text/plain", FileText),
  py: type("Python", "text", "text/x-python", FileCode),
  js: type("JavaScript", "text", "text/javascript", FileCode),
  ts: type("TypeScript", "text", "text/x-typescript", FileCode),
  sh: type("Shell", "text", "text/x-shellscript", FileCode),
  sql: type("SQL", "text", "application/sql", FileCode),
  json: type("JSON", "text", "application/json", FileCode),
  jsonl: type("JSON lines", "text", "application/jsonl", FileCode),
  yaml: type("YAML", "text", "application/yaml", FileCode),
  yml: type("YAML", "text", "application/yaml", FileCode),
  toml: type("TOML", "text", "application/toml", FileCode),
  xml: type("XML", "text", "application/xml", FileCode),
  html: type("HTML", "text", "text/html", FileCode),
  css: type("CSS", "text", "text/css", FileCode),
  svg: type("SVG", "text", "image/svg+xml", FileImage),
  png: type("PNG", "binary", "image/png", FileImage),
  jpg: type("JPEG", "binary", "image/jpeg", FileImage),
  jpeg: type("JPEG", "binary", "image/jpeg", FileImage),
  gif: type("GIF", "binary", "image/gif", FileImage),
  webp: type("WebP", "binary", "image/webp", FileImage),
  pdf: type("PDF", "binary", "application/pdf", FileText),
  docx: type("Word", "binary", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", FileText),
  xlsx: type("Excel", "binary", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", FileSpreadsheet),
  pptx: type("PowerPoint", "binary", "application/vnd.openxmlformats-officedocument.presentationml.presentation", FileText),
  zip: type("ZIP", "binary", "application/zip", FileArchive),
  gz: type("Gzip", "binary", "application/gzip", FileArchive),
  parquet: type("Parquet", "binary", "application/vnd.apache.parquet", FileArchive),
};

/** What a name's extension stands for; for another one its capitals are the label. */
export function typeOf(name: string): FileType {
  const extension = extensionOf(name).slice(1).toLowerCase();
  const known = Object.hasOwn(types, extension) ? types[extension] : undefined;
  return known ?? type(extension === "" ? "File" : extension.slice(0, 8).toUpperCase(), "unknown", "", FileUnknown);
}

/** With its dot, as `.csv`; empty when there is none or the name begins with it. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot) : "";
}

export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder a path lies in, without a slash at its end; empty for the topmost. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
