import { maxUploadBytes } from "#contract/library/files.ts";
import { uploadTarget } from "#server/platform/objects/upload-target.ts";
import { type FileGrant, keepTeamFile, orRemove } from "./files.store.ts";
import { addPiece, completeUpload, findUpload } from "./uploads.store.ts";

/** A file of a team, in one request or in pieces. */
export const teamFileUpload = uploadTarget<FileGrant>("team_file", (services, grant) => {
  const { db } = services.store;
  let upload: Awaited<ReturnType<typeof findUpload>>;
  return {
    folder: `teams/${grant.team}/files`,
    limit: maxUploadBytes,
    keep: (key, size) => keepTeamFile(services, grant, key, size),
    pieces: {
      folder: `teams/${grant.team}/uploads`,
      async received() {
        upload = await findUpload(db, grant.upload);
        return upload?.received;
      },
      async add(first, size, key) {
        upload = await orRemove(services.objects, key, () => addPiece(db, grant, first, size, key));
        return upload.received;
      },
      async complete() {
        if (upload) await completeUpload(services, grant, upload);
      },
    },
  };
});
