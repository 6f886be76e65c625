/** The last lines that services of this process logged: for what is kept of a test that fails. */
const lines: string[] = [];
const most = 300;

/** Where a service of a test writes its log. */
export const logLines = {
  write(line: string): void {
    lines.push(line);
    if (lines.length > most) lines.shift();
  },
};

export function lastLogLines(): string {
  return lines.join("");
}
