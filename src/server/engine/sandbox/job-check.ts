/** Refuses a job that no sandbox could run as it stands. */
import { plainPath } from "./paths.ts";
import { handedIn, SandboxJobInvalid, type SandboxFile, type SandboxJob } from "./sandbox.ts";

/** The kernel starts nothing with a variable over 128 KiB, or with more than a quarter of the stack in all. */
const variableBytes = 100_000;
const environmentBytes = 1_000_000;
const longestTimeoutMs = 2 ** 31 - 1;

/** Throws `SandboxJobInvalid` with a sentence about the first thing that is wrong. */
export function checkJob(job: SandboxJob): void {
  if (!/^[A-Za-z0-9._:-]{1,200}$/.test(job.id)) refuse("the id of a job has letters, digits and ._:- only");
  const words = "argv" in job.command ? job.command.argv : [job.command.shell];
  if (words.length === 0 || words[0] === "") refuse("the command is empty");
  if (words.some((word) => word.includes("\0"))) refuse("the command contains a NUL character");
  if (!(job.timeoutMs > 0 && job.timeoutMs <= longestTimeoutMs)) refuse("the time limit is out of range");
  for (const [name, value] of Object.entries(job.env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) refuse(`"${name}" is not the name of an environment variable`);
    if (value.includes("\0")) refuse(`the value of ${name} contains a NUL character`);
    if (Buffer.byteLength(value) > variableBytes) refuse(`the value of ${name} is longer than ${variableBytes} bytes`);
  }
  const all = Object.entries(job.env).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  if (all > environmentBytes) refuse(`the environment is larger than ${environmentBytes} bytes`);
  if (Buffer.byteLength(words.join(" ")) > variableBytes / 4) refuse(`the command is longer than ${variableBytes / 4} bytes`);
  checkFiles(job.program);
  checkFiles(job.kept);
  const own = [...job.program, ...job.kept];
  const takes = (folder: string) => own.some(({ path }) => path === folder || path.startsWith(`${folder}/`));
  for (const { folder, files, belongs } of handedIn(job)) {
    checkFiles(files);
    if (takes(folder)) refuse(`the folder ${folder}/ belongs ${belongs}: name the program's own folder otherwise`);
  }
}

function checkFiles(files: readonly SandboxFile[]): void {
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of files) {
    if (!plainPath(path)) refuse(`${JSON.stringify(path)} is not a path inside the sandbox`);
    if (paths.has(path)) refuse(`${JSON.stringify(path)} is there twice`);
    paths.add(path);
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) folders.add(path.slice(0, end));
  }
  for (const path of paths) if (folders.has(path)) refuse(`${JSON.stringify(path)} is both a file and a folder`);
}

function refuse(message: string): never {
  throw new SandboxJobInvalid(message);
}
