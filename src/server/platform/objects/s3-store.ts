import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { newId } from "#server/platform/db/columns.ts";
import { type S3Settings, SettingError } from "#server/platform/config.ts";
import type { ObjectStore } from "./object-store.ts";
import { answered, asFilesFailure, createS3Client, isAbsent, isPastEnd, isRefused, isUnknownThere } from "./s3-client.ts";
import type { S3Patience } from "./s3-patience.ts";
import { reading } from "./s3-reading.ts";

/** Notes lie beside the objects; no key begins with a dot. */
const unconfirmed = ".unconfirmed/";
/** A larger content goes in parts of so many bytes, so many of them at a time: what one upload takes of our memory. */
const [partBytes, partsAtOnce] = [8_388_608, 2];
const requestsAtOnce = 16;

/** A bucket that was found to take, list and give up objects. Throws {@link SettingError} where it refuses. */
export async function openS3Store(settings: S3Settings, patience?: S3Patience): Promise<ObjectStore> {
  const { objects, probe } = connectS3(settings, patience);
  try {
    await probe();
  } catch (error) {
    objects.close();
    throw error;
  }
  return objects;
}

/** A bucket that nobody has asked yet; `probe` finds whether it can be used, as {@link openS3Store} does. */
export function connectS3(settings: S3Settings, patience?: S3Patience): { objects: ObjectStore; probe(): Promise<void> } {
  const s3 = createS3Client(settings, patience);
  return { objects: createS3Store(s3, settings.bucket, settings.prefix), probe: () => probeBucket(s3, settings) };
}

async function probeBucket(s3: S3Client, { bucket: Bucket, prefix }: S3Settings): Promise<void> {
  const probe = { Bucket, Key: `${prefix}.probe-${newId()}` };
  try {
    await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }));
    await s3.send(new PutObjectCommand({ ...probe, Body: new Uint8Array() }));
    await s3.send(new DeleteObjectCommand(probe));
  } catch (error) {
    if (!isRefused(error)) throw asFilesFailure(error);
    const { name, message } = error as Error;
    throw new SettingError(
      `The bucket “${Bucket}” cannot be used: ${name}, ${message} Check S3_BUCKET, S3_ENDPOINT, S3_REGION and S3_ACCESS_KEY_ID, and that the key may list, read, write and delete.`,
    );
  }
}

function createS3Store(s3: S3Client, Bucket: string, prefix: string): ObjectStore {
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const note = (key: string) => answered(s3.send(new PutObjectCommand({ ...at(unconfirmed + key), Body: new Uint8Array() })));
  const remove = (key: string) => answered(s3.send(new DeleteObjectCommand(at(key))));

  /** The note is there before the last part is sent, and no sooner: until then nothing can be seen, however long it takes. */
  async function* thenNoted(content: Readable, key: string): AsyncGenerator<Uint8Array> {
    yield* content as AsyncIterable<Uint8Array>;
    await note(key);
  }
  async function open(key: string, first: number, last: number | undefined): Promise<Readable | undefined> {
    // An object without bytes has no range at all.
    const range = first === 0 && last === undefined ? undefined : `bytes=${first}-${last ?? ""}`;
    try {
      const { Body } = await s3.send(new GetObjectCommand({ ...at(key), ...(range && { Range: range }) }));
      return Body as Readable;
    } catch (error) {
      if (isPastEnd(error)) return undefined;
      if (isAbsent(error)) throw new Error("There is no such object.", { cause: error });
      throw asFilesFailure(error);
    }
  }
  const stream = (key: string, first = 0, last?: number) =>
    Readable.from(
      reading((from, to) => open(key, from, to), first, last),
      { objectMode: false },
    );
  async function about(key: string): Promise<{ size: number; written: Date } | undefined> {
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await s3.send(new HeadObjectCommand(at(key)));
      return { size: ContentLength, written: LastModified };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw asFilesFailure(error);
    }
  }
  async function* listed(below: string): AsyncGenerator<{ key: string; written: Date }> {
    try {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: prefix + below }))
        for (const { Key = "", LastModified = new Date(0) } of Contents) yield { key: Key.slice(prefix.length), written: LastModified };
    } catch (error) {
      throw asFilesFailure(error);
    }
  }
  return {
    async put(key, content) {
      if (!(content instanceof Readable)) {
        await note(key);
        await answered(s3.send(new PutObjectCommand({ ...at(key), Body: content })));
        return;
      }
      // It may fail before the upload listens, which then says so.
      content.on("error", () => undefined);
      const params = { ...at(key), Body: Readable.from(thenNoted(content, key)) };
      try {
        await new Upload({ client: s3, params, partSize: partBytes, queueSize: partsAtOnce }).done();
      } catch (error) {
        content.destroy();
        throw content.errored ?? asFilesFailure(error);
      }
    },
    stream,
    bytes: (key) => buffer(stream(key)),
    part: async (key, first, length) => (length === 0 ? new Uint8Array() : buffer(stream(key, first, first + length - 1))),
    about,
    exists: async (key) => (await about(key)) !== undefined,
    remove: async (key) => void (await remove(key)),
    async *unconfirmed(before) {
      for await (const { key, written } of listed(unconfirmed)) if (written < before) yield key.slice(unconfirmed.length);
    },
    confirm: (keys) => forEach(keys, (key) => remove(unconfirmed + key)),
    async removeCutOff(before) {
      try {
        for (let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}; from;) {
          const page: ListMultipartUploadsCommandOutput = await s3.send(
            new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from }),
          );
          for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
            if (Initiated && Initiated < before) await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
          from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
        }
      } catch (error) {
        // Such a store removes parts by itself, or by a rule of its bucket.
        if (!isUnknownThere(error)) throw asFilesFailure(error);
      }
    },
    async *keys() {
      for await (const { key } of listed("")) if (!key.startsWith(".")) yield key;
    },
    free: async () => undefined,
    close: () => s3.destroy(),
  };
}

/** A few at a time. */
async function forEach(keys: readonly string[], work: (key: string) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < keys.length; i += requestsAtOnce) await Promise.all(keys.slice(i, i + requestsAtOnce).map(work));
}
