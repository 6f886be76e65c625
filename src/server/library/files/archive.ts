import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { isFilePath } from "#contract/fields.ts";
import { skillLimits } from "#contract/library/skill-files.ts";
import { foldersOf } from "#server/platform/objects/paths.ts";

/** Why an archive is not taken, as a sentence for whoever sent it. */
export class ArchiveRefused extends Error {}

export type Contents = ReadonlyMap<string, Buffer>;

/** Whether bytes begin as a ZIP does, an empty or a split one too. */
export function isZip(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6) || (c === 7 && d === 8));
}

/**
 * Unpacks an archive in memory. Its directory is read first: what that refuses is never unpacked. Then everything is counted again on what really
 * comes out: bytes and their ratio to the archive. Throws {@link ArchiveRefused} and keeps nothing then.
 */
export async function unpack(archive: Buffer): Promise<Contents> {
  const contents = new Map<string, Buffer>();
  const taken = new Map<string, string>();
  const files: [Entry, string][] = [];
  let entries = 0;
  let claimed = 0;
  let unpacked = 0;
  try {
    const zip = await fromBufferPromise(archive, { decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      if (++entries > skillLimits.files) throw new ArchiveRefused(`The archive has more than ${words(skillLimits.files)} entries.`);
      const name = withSlashes(getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileName, entry.extraFields, true));
      const folder = name.endsWith("/");
      const path = checkedPath(folder ? name.slice(0, -1) : name);
      checkKind(entry, path);
      if (folder || isClutter(path)) continue;
      claim(taken, path);
      checkSize((claimed += entry.uncompressedSize), archive.length);
      files.push([entry, path]);
    }
    for (const [entry, path] of files)
      contents.set(path, await contentOf(zip, entry, path, (more) => checkSize((unpacked += more), archive.length)));
  } catch (error) {
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused(damage(error));
  }
  for (const path of contents.keys()) {
    const file = foldersOf(path).find((folder) => contents.has(folder));
    if (file) throw new ArchiveRefused(`${shown(file)} is both a file and a folder.`);
  }
  return contents;
}

/** Windows PowerShell 5 writes `folder\\file`. Where both kinds stand in a name, one of them is part of it. */
function withSlashes(name: string): string {
  return name.includes("/") ? name : name.replaceAll("\\", "/");
}

/** A path as we store it: what would lead out, hide itself or read like another path has none. */
function checkedPath(name: string): string {
  const compatible = name.normalize("NFKC");
  if (/^[A-Za-z]:/.test(compatible) || compatible.startsWith("/") || compatible.startsWith("\\"))
    throw new ArchiveRefused(`${shown(name)} is an absolute path. Use paths relative to the archive's root.`);
  if (compatible.split(/[/\\]/).includes("..")) throw new ArchiveRefused(`${shown(name)} points outside the archive.`);
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u.test(name)) throw new ArchiveRefused(`${shown(name)} has invisible characters.`);
  // A slash or a dot that another spelling hides would become a real one in somebody's hands.
  if (!isFilePath(name) || !isFilePath(compatible) || compatible.split("/").length !== name.split("/").length)
    throw new ArchiveRefused(`${shown(name)} is not a valid file path.`);
  return name.normalize("NFC");
}

const [kindMask, regular, directory] = [0o170000, 0o100000, 0o040000];

function checkKind(entry: Entry, path: string): void {
  if (entry.isEncrypted()) throw new ArchiveRefused(`${shown(path)} is encrypted. Pack it without a password.`);
  const kind = (entry.externalFileAttributes >>> 16) & kindMask;
  if (kind !== 0 && kind !== regular && kind !== directory)
    throw new ArchiveRefused(`${shown(path)} is a link or a device. Pack files only.`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new ArchiveRefused(`${shown(path)} is packed in an unusual way. Use the common “deflate”.`);
}

/** What file managers put into archives beside what was chosen. */
function isClutter(path: string): boolean {
  return path.startsWith("__MACOSX/") || path === ".DS_Store" || path.endsWith("/.DS_Store");
}

/** File systems differ in whether case and composed letters matter; two such names would overwrite each other on some. */
export function foldedPath(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

function claim(taken: Map<string, string>, path: string): void {
  const folded = foldedPath(path);
  const other = taken.get(folded);
  if (other !== undefined)
    throw new ArchiveRefused(`${shown(other)} and ${shown(path)} are the same file on many systems. Rename one of them.`);
  taken.set(folded, path);
}

async function contentOf(zip: ZipFile, entry: Entry, path: string, count: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let check = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    count(chunk.length);
    check = crc32(chunk, check);
    chunks.push(chunk);
  }
  if (check !== entry.crc32) throw new ArchiveRefused(`${shown(path)} is damaged: its checksum does not match.`);
  return Buffer.concat(chunks);
}

function checkSize(unpacked: number, packed: number): void {
  if (unpacked > skillLimits.bytes)
    throw new ArchiveRefused(`The files have more than ${words(skillLimits.bytes / 1_000_000)} MB once they are unpacked.`);
  if (unpacked > skillLimits.ratio * packed)
    throw new ArchiveRefused(`The archive unpacks to more than ${skillLimits.ratio} times its size.`);
}

/** The reader's failures are about structure; none of its words is meant for people. */
function damage(error: unknown): string {
  const said = error instanceof Error ? error.message : "";
  if (/bytes in the stream|size mismatch/i.test(said)) return "A file in the archive does not have its declared size.";
  return "This archive is damaged or not a ZIP.";
}

function words(count: number): string {
  return count.toLocaleString("en");
}

/** A name that somebody else chose, safe to show: short, and without characters that do something. */
function shown(name: string): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, "?");
  return `“${visible.length > 80 ? `${visible.slice(0, 80)}…` : visible}”`;
}
