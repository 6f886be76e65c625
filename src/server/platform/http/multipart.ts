import { PassThrough, pipeline, type Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { Refusal, refuse } from "./refusal.ts";

/** What a form may be longer than the file in it: boundaries and headers of its parts. */
export const maxEnvelopeBytes = 65_536;

const limits = { files: 2, fields: 1, parts: 2, fieldSize: 1_024, headerPairs: 20, headerSize: 8_192 };

/** Bytes as they are; anything else would be stored in its encoding. */
const plain = new Set(["7bit", "8bit", "binary"]);

/** The bytes of the one file in a `multipart/form-data` form. Fails with `over` past the limit, and with the 400 that says what is wrong with the form. */
export function fileInForm(form: Readable, contentType: string, limit: number, over: Refusal): Readable {
  const file = new PassThrough();
  let files = 0;
  let size = 0;
  const reader = openReader(contentType);
  reader.on("file", (_field, part, _name, encoding) => {
    part.on("error", () => undefined);
    part.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) file.destroy(over);
    });
    files += 1;
    if (files > 1) file.destroy(refuse("invalid_request", "Send exactly one file: this form has several."));
    else if (!plain.has(encoding.toLowerCase()))
      file.destroy(
        refuse("invalid_request", `Send the file's bytes as they are, without Content-Transfer-Encoding: ${encoding.slice(0, 50)}.`),
      );
    else part.pipe(file, { end: false });
    if (file.destroyed) part.resume();
  });
  reader.on("field", () =>
    file.destroy(refuse("invalid_request", "Send exactly one file and no text fields. With curl, a file is written as -F file=@name.")),
  );
  pipeline(form, reader, (error) => {
    if (error) file.destroy(error instanceof Refusal ? error : refuse("invalid_request", "The form is not valid multipart/form-data."));
    else if (files === 0) file.destroy(refuse("invalid_request", "Send exactly one file: this form has none."));
    else file.end();
  });
  file.once("close", () => form.destroy());
  return file;
}

function openReader(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw refuse("invalid_request", "The Content-Type of a form has to name its boundary.");
  }
}
