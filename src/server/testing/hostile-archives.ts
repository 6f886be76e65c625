import { randomBytes } from "node:crypto";
import { skillText } from "./skills.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

const main: ZipEntry = { name: "SKILL.md", content: skillText("hostile") };
const beside = (...entries: ZipEntry[]) => zipOf([main, ...entries]);
const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `f${i}`, method: 0 }));

/** Archives that somebody could send to do harm, and what the refusal has to say. Built on demand: some are large. */
export const hostileArchives: readonly { readonly title: string; readonly archive: () => Buffer; readonly says: string }[] = [
  { title: "a bomb of zeros", archive: () => beside({ name: "bomb", content: Buffer.alloc(30_000_000) }), says: "100 times" },
  {
    title: "a bomb under an honest-looking ratio",
    archive: () => beside({ name: "a", content: randomBytes(1_000_000) }, { name: "b", content: Buffer.alloc(49_500_000) }),
    says: "50 MB once",
  },
  {
    title: "a bomb that claims to be small",
    archive: () => beside({ name: "bomb", content: Buffer.alloc(30_000_000), claimedSize: 10 }),
    says: "its declared size",
  },
  { title: "1,001 entries", archive: () => beside(...many(1_000)), says: "more than 1,000 entries" },
  { title: "20,000 entries", archive: () => beside(...many(20_000)), says: "more than 1,000 entries" },
  { title: "a slip", archive: () => beside({ name: "../slip" }), says: "points outside" },
  { title: "a slip inside a path", archive: () => beside({ name: "a/../../slip" }), says: "points outside" },
  { title: "a slip by backslash", archive: () => beside({ name: "..\\slip" }), says: "points outside" },
  { title: "a slip by wide characters", archive: () => beside({ name: "\uff0e\uff0e\uff0fslip" }), says: "points outside" },
  { title: "a slip by one dot that is two", archive: () => beside({ name: "\u2025/slip" }), says: "points outside" },
  { title: "an absolute path", archive: () => beside({ name: "/etc/passwd" }), says: "absolute path" },
  { title: "a drive", archive: () => beside({ name: "C:/x" }), says: "absolute path" },
  { title: "a share", archive: () => beside({ name: "\\\\host\\x" }), says: "absolute path" },
  { title: "a backslash", archive: () => beside({ name: "a/b\\c" }), says: "not a valid file path" },
  { title: "an empty part", archive: () => beside({ name: "a//b" }), says: "not a valid file path" },
  { title: "a dot as a part", archive: () => beside({ name: "./a" }), says: "not a valid file path" },
  { title: "NUL", archive: () => beside({ name: "a\u0000.md" }), says: "invisible characters" },
  { title: "text that runs backwards", archive: () => beside({ name: "a\u202edm.exe" }), says: "invisible characters" },
  { title: "a name that is no UTF-8", archive: () => beside({ name: Buffer.from([0x61, 0xff]) }), says: "invisible characters" },
  { title: "a name without end", archive: () => beside({ name: "a".repeat(60_000) }), says: "not a valid file path" },
  { title: "a symbolic link", archive: () => beside({ name: "link", content: "/etc/passwd", mode: 0o120777 }), says: "a link or a device" },
  { title: "a device", archive: () => beside({ name: "device", mode: 0o020666 }), says: "a link or a device" },
  { title: "an encrypted entry", archive: () => beside({ name: "secret", content: "x", flags: 1 }), says: "encrypted" },
  { title: "an unknown packing", archive: () => beside({ name: "x", content: "x", method: 14 }), says: "unusual way" },
  { title: "one name twice", archive: () => beside({ name: "a" }, { name: "a" }), says: "same file on many systems" },
  { title: "one name in two cases", archive: () => beside({ name: "skill.md" }), says: "same file on many systems" },
  { title: "one name in two spellings", archive: () => beside({ name: "\u00e4" }, { name: "a\u0308" }), says: "same file on many systems" },
  { title: "a file that is a folder", archive: () => beside({ name: "a" }, { name: "a/b" }), says: "a file and a folder" },
  { title: "a size too small", archive: () => beside({ name: "a", content: "four", claimedSize: 3 }), says: "its declared size" },
  { title: "a size too large", archive: () => beside({ name: "a", content: "four", claimedSize: 5 }), says: "its declared size" },
  {
    title: "a stored size that is wrong",
    archive: () => beside({ name: "a", content: "four", method: 0, claimedSize: 5 }),
    says: "its declared size",
  },
  { title: "another checksum", archive: () => beside({ name: "a", content: "four", claimedCrc: 1 }), says: "checksum" },
  {
    title: "a directory that claims too much, before anything is unpacked",
    archive: () => beside({ name: "a", content: "four", claimedCrc: 1 }, { name: "b", content: "four", claimedSize: 40_000_000 }),
    says: "100 times",
  },
  { title: "half an archive", archive: () => beside({ name: "a", content: randomBytes(1000) }).subarray(0, 600), says: "damaged" },
  { title: "a damaged packing", archive: () => damaged(), says: "damaged" },
  { title: "only a beginning", archive: () => Buffer.from("PK\x03\x04"), says: "damaged" },
  { title: "nothing in it", archive: () => zipOf([]), says: "no SKILL.md at its root" },
];

function damaged(): Buffer {
  const archive = beside({ name: "a", content: "x".repeat(1000) });
  const at = archive.indexOf("PK\x03\x04", 4) + 31;
  archive.fill(0xff, at, at + 8);
  return archive;
}
