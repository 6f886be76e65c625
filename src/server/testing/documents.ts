import { strToU8, zipSync } from "fflate";

/** A Word document with this body; `declared`: before its first element. */
export function docx(body: string, declared = ""): Buffer {
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>${declared}<w:document ${space}><w:body>${body}</w:body></w:document>`;
  return Buffer.from(zipSync({ "word/document.xml": strToU8(xml) }));
}
