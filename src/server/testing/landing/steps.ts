import { spawn } from "node:child_process";

/** One part of `npm test`: a command, and what has to be done before it. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** About how many seconds it takes: the longest begins first. */
  readonly seconds: number;
  readonly after?: string;
}

export interface Ended {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** Of its processes together; 0 where the system does not say. */
  readonly cpuSeconds: number;
  /** Its last lines, for what has no outcome of its own. */
  readonly lastWords: string;
}

type Run = (step: Step) => Promise<Ended>;

/**
 * Does all steps, as many at a time as there are `places`, the longest first, and one that others wait for as if it took their time too. A step that
 * fails stops no other one, except those that need what it makes. In the order in which they ended.
 */
export async function inOneQueue(steps: readonly Step[], places: number, run: Run): Promise<Ended[]> {
  const ended: Ended[] = [];
  const waiting = new Set(steps);
  const behind = (step: Step): number => step.seconds + Math.max(0, ...steps.filter(({ after }) => after === step.name).map(behind));
  const longestFirst = steps.toSorted((a, b) => behind(b) - behind(a));
  const ready = ({ after }: Step) => after === undefined || ended.some(({ name, passed }) => name === after && passed);
  const running = new Set<Promise<void>>();
  for (;;) {
    for (const step of longestFirst) {
      if (running.size >= places || !waiting.has(step) || !ready(step)) continue;
      waiting.delete(step);
      const going: Promise<void> = run(step).then((end) => {
        ended.push(end);
        running.delete(going);
      });
      running.add(going);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  for (const { name, after } of waiting)
    ended.push({ name, passed: false, seconds: 0, cpuSeconds: 0, lastWords: `It was not begun: ${after} failed.` });
  return ended;
}

const kept = 4_000;

/** Has a shell say what the processes of a command came to, on a stream of its own. */
const counted = ["sh", "-c", '"$@"; code=$?; times >&3; exit $code', "sh"];

/** The CPU seconds of the processes of a shell that have ended: the second line of what `times` prints, as in `1m2.50s 0m3.25s`. */
export function cpuSecondsIn(times: string): number {
  const ofChildren = times.trim().split("\n")[1] ?? "";
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** Runs a command, whose lines are printed behind its name. */
export async function runStep({ name, command }: Step, env: NodeJS.ProcessEnv): Promise<Ended> {
  const began = performance.now();
  const windows = process.platform === "win32";
  const [program = "", ...args] = windows ? command : [...counted, ...command];
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe", "pipe"], shell: windows });
  let lastWords = "";
  let times = "";
  child.stdio[3]?.on("data", (chunk: Buffer) => (times += chunk.toString()));
  for (const stream of [child.stdout, child.stderr].filter((one) => one !== null)) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      lastWords = (lastWords + chunk).slice(-kept);
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) process.stdout.write(`${name.padEnd(8)}│ ${line}\n`);
    });
    stream.on("end", () => rest && process.stdout.write(`${name.padEnd(8)}│ ${rest}\n`));
  }
  const passed = await new Promise<boolean>((done) => {
    child.once("error", (error) => {
      lastWords += error.message;
      done(false);
    });
    child.once("close", (code) => done(code === 0));
  });
  return { name, passed, seconds: (performance.now() - began) / 1000, cpuSeconds: cpuSecondsIn(times), lastWords };
}
