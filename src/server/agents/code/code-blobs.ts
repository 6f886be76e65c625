import { createHash } from "node:crypto";
import type * as contract from "#contract/agents/code-blobs.ts";
import { bytesFirst, type Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { refusing } from "#server/library/room/room.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { blobKeys, bringBlob, bucketOf, keepBlob, missingBlobs, needBlobs } from "./code-blobs.store.ts";

export const codeBlobHandlers: Handlers<typeof contract> = {
  async listMissingCodeBlobs({ body }, { db, team }) {
    await needBlobs(db, team.id, body.sha256);
    return { bucket: bucketOf(team.id), missing: await missingBlobs(db, team.id, body.sha256) };
  },

  putCodeBlob: bytesFirst(
    async ({ params, bytes }, { objects, team }) => {
      const { sha256 } = params;
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw refuse("digest_mismatch");
      return bringBlob(objects, team.id, sha256, bytes);
    },
    async (_, { db, team, caller }, blob) => {
      await refusing(() => keepBlob(db, { teamId: team.id, userId: caller.userId }, blob));
      return { sha256: blob.sha256, sizeBytes: blob.size_bytes };
    },
  ),

  async getCodeBlob({ params }, { db, objects, team }) {
    const { sha256 } = params;
    const key = (await blobKeys(db, team.id, [sha256])).get(sha256);
    if (key === undefined) throw refuse("not_found");
    const content = decodeText(await objects.bytes(key));
    if (content === undefined) throw refuse("not_text");
    return { sha256, content };
  },
};
