import { gzipSync } from "node:zlib";

const block = 512;

/** A packed archive of text files. The same files give the same bytes: without times, owners and anything of the machine. */
export function tgz(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text);
    return [header(path, bytes.length), bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
  });
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
  // The field for the system that packed it.
  packed[9] = 255;
  return packed;
}

/** As POSIX has it (ustar). */
function header(path: string, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  if (Buffer.byteLength(path) > 99) throw new Error(`${path} is too long for an archive.`);
  const write = (text: string, at: number) => bytes.write(text, at, "latin1");
  write(path, 0);
  write(path.endsWith("bin.js") ? "0000755\0" : "0000644\0", 100);
  write("0000000\0", 108);
  write("0000000\0", 116);
  write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  write("00000000000\0", 136);
  write("        0", 148);
  write("ustar\u000000", 257);
  const sum = bytes.reduce((all, byte) => all + byte, 0);
  write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return bytes;
}
