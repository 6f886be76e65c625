/** Ends what a service that was killed in the middle of starting a sandbox has left waiting. */
import { readdirSync, readFileSync } from "node:fs";

/** The script as the sandbox sees it: with the staging folder's name it marks a sandbox in the host's process list. */
export const scriptPath = "/opt/caseload/start";

/**
 * Kills every process started for the staging folder `name`, whose service is gone. Most die with the service;
 * bubblewrap killed between making its child and releasing it leaves that child waiting for ever.
 */
export function endOrphans(name: string): void {
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
      const script = words.indexOf(scriptPath);
      if (script >= 0 && words[script + 2] === name) process.kill(Number(pid), "SIGKILL");
    } catch {
      // Gone, or another user's.
    }
  }
}
