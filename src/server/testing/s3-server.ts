import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "#server/platform/config.ts";

const bucket = "caseload-test";
const key = "S3RVER";

/** A store that speaks S3, in a process of its own, with one bucket, behind a line that can be cut. */
export interface S3Server {
  readonly settings: S3Settings;
  /** The same as settings of a service. */
  readonly env: Record<string, string>;
  /** Ends every connection and takes no new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-s3-"));
  const program = createRequire(import.meta.url).resolve("@20minutes/s3rver/lib/cli.js");
  const args = ["-d", folder, "-a", "127.0.0.1", "-p", "0", "--silent", "--allow-mismatched-signatures", "--configure-bucket", bucket];
  // It reckons the signature of a list without the slash that ends the bucket's path; whose key it is, is still looked at.
  // The package has its command without the file that starts it, and numbers the pages of a list with a cipher of former times.
  const child = spawn(
    process.execPath,
    ["--openssl-legacy-provider", "--eval", `require(${JSON.stringify(program)}).parseAsync(["", "", ...${JSON.stringify(args)}])`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const line = createLine(await portSaid(child.stdout));
  const endpoint = `http://127.0.0.1:${await line.open()}`;
  const credentials = { accessKeyId: key, secretAccessKey: key };
  return {
    settings: { endpoint, region: "us-east-1", bucket, prefix: "", credentials, pathStyle: true },
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key, SECRETS_KEY: "5".repeat(64) },
    cut: line.cut,
    mend: async () => void (await line.open()),
    async close() {
      await line.cut();
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

/** Passes connections on to a port of this machine. Opened again, it is at the same port as before. */
function createLine(to: number) {
  const sockets = new Set<Socket>();
  let port = 0;
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  return {
    async open(): Promise<number> {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return (port = (server.address() as AddressInfo).port);
    },
    async cut(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
