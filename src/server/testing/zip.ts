import { crc32, deflateRawSync } from "node:zlib";

/** One entry of an archive; every claim of its headers can be a lie. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** 8: deflated, the default. */
  readonly method?: number;
  readonly flags?: number;
  /** File mode as Unix has it, with the kind of file. */
  readonly mode?: number;
  readonly claimedSize?: number;
  readonly claimedCrc?: number;
}

const utf8Flag = 0x800;

/** Builds a ZIP byte by byte, since no packer writes what attackers do. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const { method = 8, flags = 0, mode = 0o100644 } = entry;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(flags | utf8Flag, 2);
    fixed.writeUInt16LE(method, 4);
    fixed.writeUInt32LE(entry.claimedCrc ?? crc32(content), 10);
    fixed.writeUInt32LE(packed.length, 14);
    fixed.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    fixed.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    parts.push(Buffer.from("PK\x03\x04"), fixed, name, packed);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), fixed, rest, name);
    offset += 4 + fixed.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from("PK\x05\x06"), end]);
}
