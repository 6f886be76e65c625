/** Writes the archive that carries a job's files in: regular files, GNU long names. */

export interface TarFile {
  path: string;
  bytes: Uint8Array;
}

const block = 512;

/** The whole archive as parts to be written one after another. The folders of files are made by whoever unpacks it. */
export function tarParts(files: readonly TarFile[]): Buffer[] {
  const parts: Buffer[] = [];
  for (const { path, bytes } of files) {
    const name = Buffer.from(path);
    if (name.length > 100) {
      const longName = Buffer.concat([name, Buffer.of(0)]);
      parts.push(header(Buffer.from("././@LongLink"), longName.length, 0, "L"), longName, padding(longName.length));
    }
    parts.push(header(name.subarray(0, 100), bytes.byteLength, isScript(bytes) ? 0o755 : 0o644, "0"));
    parts.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), padding(bytes.byteLength));
  }
  parts.push(Buffer.alloc(2 * block));
  return parts;
}

/** A file that starts with #! is meant to be started by its name. */
export function isScript(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}

function padding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

function header(name: Buffer, size: number, mode: number, type: string): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, offset: number, width: number): void => {
    bytes.write(`${value.toString(8).padStart(width - 1, "0")}\0`, offset, "latin1");
  };
  name.copy(bytes, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(Date.now() / 1000), 136, 12);
  bytes.write(type, 156, "latin1");
  bytes.write("ustar  \0", 257, "latin1");
  bytes.fill(" ", 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return bytes;
}
