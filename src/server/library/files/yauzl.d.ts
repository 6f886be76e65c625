declare module "yauzl" {
  import type { Readable } from "node:stream";
  interface Entry {
    /** A buffer, since names are decoded by us. */
    readonly fileName: Buffer;
    readonly extraFields: { id: number; data: Buffer }[];
    readonly generalPurposeBitFlag: number;
    readonly compressionMethod: number;
    readonly externalFileAttributes: number;
    readonly uncompressedSize: number;
    readonly crc32: number;
    isEncrypted(): boolean;
  }
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  export function fromBufferPromise(buffer: Buffer, options: { decodeStrings: false }): Promise<ZipFile>;
  export function getFileNameLowLevel(flag: number, name: Buffer, extraFields: Entry["extraFields"], strict: boolean): string;
}
