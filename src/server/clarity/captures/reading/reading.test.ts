import fc from "fast-check";
import { expect, it } from "vitest";
import type { CaptureFormat } from "#contract/clarity/captures.ts";
import { docx, pdfOf } from "#server/testing/documents.ts";
import { CaptureUnreadable, readCapture } from "./read-capture.ts";

const readFile = (format: CaptureFormat, file: string | Uint8Array, team = "ours") =>
  readCapture({ format, team, bytes: () => Promise.resolve(new Uint8Array(Buffer.from(file))) });
const textsOf = async (format: CaptureFormat, file: string | Uint8Array) => (await readFile(format, file)).units.map(({ text }) => text);

it("teams take turns, however many files one of them sends", async () => {
  const turns: string[] = [];
  const send = (team: string) =>
    readCapture({ format: "txt", team, bytes: () => (turns.push(team), Promise.resolve(new Uint8Array(Buffer.from("Pay")))) });
  await Promise.all([...Array.from({ length: 6 }, () => send("many")), send("one"), send("other")]);
  expect(turns.slice(0, 5).toSorted()).toEqual(["many", "many", "many", "one", "other"]);
});

it("a text box of Word is read once, though the file has it in two forms", async () => {
  const box = (text: string) => `<w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent>`;
  const both = `<mc:AlternateContent><mc:Choice>${box("Ask Sales")}</mc:Choice><mc:Fallback>${box("Ask Sales")}</mc:Fallback></mc:AlternateContent>`;
  expect(await textsOf("docx", docx(`<w:p><w:r>${both}<w:t>Pay</w:t></w:r></w:p>`))).toEqual(["Ask Sales", "Pay"]);
});

it("what was deleted from a document or hidden as code is not read, and what was inserted is", async () => {
  const changed =
    "<w:p><w:del><w:r><w:delText>Old</w:delText></w:r></w:del><w:ins><w:r><w:t>New</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>";
  expect(await textsOf("docx", docx(changed))).toEqual(["New"]);
});

it("nothing that the store cannot hold is left in a text", async () => {
  expect(await textsOf("docx", docx("<w:p><w:r><w:t>Check&#0; it&#xD800;&#x7;</w:t></w:r></w:p>"))).toEqual(["Check it\ufffd"]);
});

it("a text in UTF-16 is read by its mark, and one in another encoding is refused with what to do", async () => {
  const little = Buffer.from("\ufeffGebühr prüfen\r\nPay", "utf16le");
  expect(await textsOf("txt", little)).toEqual(["Gebühr prüfen", "Pay"]);
  expect(await textsOf("vtt", Buffer.from("\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nPrüfen\n", "utf16le").swap16())).toEqual(["Prüfen"]);
  const refused = "This file is not text in UTF-8 or UTF-16. Open it in a text editor, save it with the encoding UTF-8, then add it again.";
  await expect(readFile("txt", Buffer.from("Gebühr prüfen", "latin1"))).rejects.toThrow(refused);
  await expect(readFile("txt", Buffer.from("Pay", "utf16le"))).rejects.toThrow(refused);
  await expect(readFile("txt", Buffer.concat([little, Buffer.from("a")]))).rejects.toThrow(refused);
});

it.each(["pdf", "docx", "txt", "md", "vtt", "srt"] as const)(
  "whatever bytes a .%s has, it is read or refused with a reason",
  async (format) => {
    const whole = { pdf: pdfOf([["Check", "Pay"]]), docx: docx("<w:p><w:r><w:t>Pay</w:t></w:r></w:p>") };
    const seed = Buffer.from(format in whole ? whole[format as keyof typeof whole] : "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Clerk>Pay\n");
    const change = fc.record({ at: fc.nat(seed.length), gone: fc.nat(20), put: fc.uint8Array({ maxLength: 20 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let bytes = seed;
        for (const { at, gone, put } of changes) bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + gone)]);
        const read = await readFile(format, bytes).catch((error: unknown) => error);
        if (read instanceof CaptureUnreadable) return;
        if (read instanceof Error) throw read;
        const { units } = read as Awaited<ReturnType<typeof readCapture>>;
        expect(units.length).toBeGreaterThan(0);
        for (const { text } of units) expect(text.isWellFormed() && text.trim() === text && !text.includes("\0")).toBe(true);
      }),
      { numRuns: 12 },
    );
  },
);
