import { type S3Settings, SettingError } from "#server/platform/config.ts";
import { flag, url } from "./setting-values.ts";

export const bucketSettings = ["S3_BUCKET", "S3_ENDPOINT", "S3_REGION", "S3_PREFIX", "S3_ACCESS_KEY_ID", "S3_PATH_STYLE"] as const;
type Name = (typeof bucketSettings)[number] | "S3_SECRET_ACCESS_KEY";

/** The bucket of file contents, if one is named. */
export function readBucket(get: (name: Name) => string | undefined): S3Settings | undefined {
  const name = get("S3_BUCKET");
  const [accessKeyId, secretAccessKey] = [get("S3_ACCESS_KEY_ID"), get("S3_SECRET_ACCESS_KEY")];
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
    throw new SettingError("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together. Set both, or neither where the machine has a role.");
  if (!name) {
    const without = bucketSettings.find((each) => get(each));
    if (without) throw new SettingError(`${without} needs S3_BUCKET, the bucket for file contents.`);
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name))
    throw new SettingError("S3_BUCKET needs 3 to 63 lower-case letters, digits, dots and hyphens.");
  const prefix = (get("S3_PREFIX") ?? "").replace(/^\/+|\/+$/g, "");
  if (!/^[\w./-]{0,200}$/.test(prefix)) throw new SettingError("S3_PREFIX takes letters, digits, dots, hyphens and slashes, 200 at most.");
  const endpoint = url("S3_ENDPOINT", get("S3_ENDPOINT"), ["http:", "https:"]);
  return {
    endpoint,
    region: get("S3_REGION") ?? "us-east-1",
    bucket: name,
    prefix: prefix && `${prefix}/`,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    pathStyle: flag("S3_PATH_STYLE", get("S3_PATH_STYLE"), endpoint !== undefined),
  };
}
