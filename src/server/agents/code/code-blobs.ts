import { createHash } from "node:crypto";
import type * as contract from "#contract/agents/code-blobs.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { blobKey, bucketOf, keepBlob, missingBlobs, needBlobs } from "./code-blobs.store.ts";

export { blobKey } from "./code-blobs.store.ts";

export const codeBlobHandlers: Handlers<typeof contract> = {
  async listMissingCodeBlobs({ body }, { db, team }) {
    await needBlobs(db, team.id, body.sha256);
    return { bucket: bucketOf(team.id), missing: await missingBlobs(db, team.id, body.sha256) };
  },

  async putCodeBlob({ params, bytes }, { db, objects, team, caller }) {
    const { sha256 } = params;
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw refuse("digest_mismatch");
    await keepBlob(db, objects, { teamId: team.id, userId: caller.userId, sha256, bytes });
    return { sha256, sizeBytes: bytes.length };
  },

  async getCodeBlob({ params }, { db, objects, team }) {
    const { sha256 } = params;
    if ((await missingBlobs(db, team.id, [sha256])).length > 0) throw refuse("not_found");
    const content = decodeText(await objects.bytes(blobKey(team.id, sha256)));
    if (content === undefined) throw refuse("not_text");
    return { sha256, content };
  },
};
