/** A number with its noun: "1 run", "no runs", "1,200 runs". */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count === 0 ? "no" : count.toLocaleString("en")} ${many}`;
}
