/** What files of a team commonly are; a file may be anything else too. */
const types: Record<string, string> = {
  avi: "video/x-msvideo",
  bmp: "image/bmp",
  css: "text/css",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  eml: "message/rfc822",
  gif: "image/gif",
  gz: "application/gzip",
  htm: "text/html",
  html: "text/html",
  ics: "text/calendar",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  jsonl: "application/jsonl",
  log: "text/plain",
  md: "text/markdown",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  msg: "application/vnd.ms-outlook",
  odp: "application/vnd.oasis.opendocument.presentation",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odt: "application/vnd.oasis.opendocument.text",
  parquet: "application/vnd.apache.parquet",
  pdf: "application/pdf",
  png: "image/png",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  py: "text/x-python",
  rtf: "application/rtf",
  sh: "text/x-shellscript",
  sql: "application/sql",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tif: "image/tiff",
  tiff: "image/tiff",
  toml: "application/toml",
  ts: "text/x-typescript",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/** The type that a path's extension stands for; `application/octet-stream` for everything unknown. */
export function mimeTypeOf(path: string): string {
  const extension =
    path
      .slice(path.lastIndexOf("/") + 1)
      .split(".")
      .slice(1)
      .at(-1)
      ?.toLowerCase() ?? "";
  return Object.hasOwn(types, extension) ? (types[extension] ?? octets) : octets;
}
const octets = "application/octet-stream";
