import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "#server/platform/config.ts";
import { createS3Gate } from "./s3-gate.ts";

const bucket = "caseload-test";
const key = "S3RVER";

/** A store that speaks S3, in a process of its own, with one bucket, behind a gate that can be cut. */
export interface S3Server {
  readonly settings: S3Settings;
  /** The same as settings of a service. */
  readonly env: Record<string, string>;
  /** Ends every connection and takes no new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** See {@link createS3Gate}. */
  readonly gate: Pick<ReturnType<typeof createS3Gate>, "uploads" | "asked" | "behave">;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-s3-"));
  const program = createRequire(import.meta.url).resolve("@20minutes/s3rver/lib/cli.js");
  const args = ["-d", folder, "-a", "127.0.0.1", "-p", "0", "--silent", "--allow-mismatched-signatures", "--configure-bucket", bucket];
  // It reckons the signature of a list without the slash that ends the bucket's path; whose key it is, is still looked at. The gate reckons all.
  // The package has its command without the file that starts it, and numbers the pages of a list with a cipher of former times.
  const child = spawn(
    process.execPath,
    ["--openssl-legacy-provider", "--eval", `require(${JSON.stringify(program)}).parseAsync(["", "", ...${JSON.stringify(args)}])`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const gate = createS3Gate(await portSaid(child.stdout), { id: key, secret: key, region: "us-east-1" });
  const endpoint = `http://127.0.0.1:${await gate.open()}`;
  const credentials = { accessKeyId: key, secretAccessKey: key };
  return {
    settings: { endpoint, region: "us-east-1", bucket, prefix: "", credentials, pathStyle: true },
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key, SECRETS_KEY: "5".repeat(64) },
    cut: gate.cut,
    gate,
    mend: async () => void (await gate.open()),
    async close() {
      await gate.cut();
      const gone = once(child, "exit");
      if (child.kill("SIGKILL")) await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function portSaid(output: AsyncIterable<Buffer>): Promise<number> {
  let said = "";
  for await (const chunk of output) {
    said += chunk.toString();
    const found = /listening on \S+:(\d+)/.exec(said);
    if (found) return Number(found[1]);
  }
  throw new Error(`The store of files did not start: ${said}`);
}
