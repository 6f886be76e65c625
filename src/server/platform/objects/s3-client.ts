import { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "#server/platform/config.ts";
import { FilesAway } from "./files-away.ts";
import { bePatient, s3Patience, type S3Patience } from "./s3-patience.ts";

/** Passing faults are tried again so often, with growing rests between. */
const attempts = 3;
/** A download that a person takes slowly holds one. */
const maxSockets = 256;

export function createS3Client({ endpoint, region, pathStyle, credentials }: S3Settings, patience: S3Patience = s3Patience): S3Client {
  const s3 = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Not every store knows the checksums that Amazon's clients send by themselves.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: patience.silenceMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });
  bePatient(s3.config.requestHandler, patience);
  return s3;
}

const fullNames = new Set(["QuotaExceeded", "StorageFull", "XMinioStorageFull", "InsufficientStorage"]);

/** What the store calls a failure: its own code, or that of the connection. */
function nameOf(error: unknown): string {
  const { name = "", code, Code } = error as { name?: string; code?: unknown; Code?: unknown };
  return [Code, code].find((each) => typeof each === "string") ?? name;
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** There is no such object. */
export function isAbsent(error: unknown): boolean {
  return ["NoSuchKey", "NotFound"].includes(nameOf(error)) || ["NoSuchKey", "NotFound"].includes((error as Error).name);
}

/** The object ends before the range that was asked for. */
export function isPastEnd(error: unknown): boolean {
  return statusOf(error) === 416;
}

/** The store does not have this operation: some leave out what few need. */
export function isUnknownThere(error: unknown): boolean {
  return statusOf(error) === 501 || statusOf(error) === 405;
}

/** The store answered, and will answer the same again until somebody changes a setting. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return status >= 300 && status < 500 && status !== 408 && status !== 429;
}

/** As {@link FilesAway}, unless the failure is not the store's. */
export function asFilesFailure(error: unknown): unknown {
  if (error instanceof FilesAway || !(error instanceof Error)) return error;
  const name = nameOf(error);
  return new FilesAway(fullNames.has(name) || statusOf(error) === 507 ? "EDQUOT" : name, error);
}

/** What was asked of the store; a failure is a {@link FilesAway}. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw asFilesFailure(error);
  });
}
