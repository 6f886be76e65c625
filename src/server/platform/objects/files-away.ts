import { StoreAway } from "#server/platform/db/store-failure.ts";

/** The store of file contents gave no answer, or refused one for a reason that only its keeper can change. */
export class FilesAway extends StoreAway {
  /** What the store or the connection called it; `EDQUOT` where there is no room. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`The file store did not do what it was asked: ${code}`, { cause });
    this.code = code;
  }
}

/** Whether files, and not the database, are what cannot be reached. */
export function isFilesAway(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth++) if (one instanceof FilesAway) return true;
  return false;
}
