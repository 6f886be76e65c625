/** A task of the cookbook. A test runs each of its blocks against a service, with the ids of `needs` in the environment. */
export interface Recipe {
  readonly id: string;
  readonly title: string;
  /** What it is for, in a sentence or two. */
  readonly words: string;
  /** Names of the ids that it starts from. */
  readonly needs: readonly string[];
  readonly curl: string;
  readonly program: string;
  readonly command: string;
}

/** A request by curl that prints the answer, also a refusal. `url` and `body` are words of a shell. */
export function curlOf(method: string, path: string, body?: string): string {
  const parts = [`curl --fail-with-body -sS${method === "GET" ? "" : ` -X ${method}`} "$CASELOAD_URL${path}"`];
  parts.push(`-H "Authorization: Bearer $CASELOAD_API_KEY"`);
  if (body !== undefined) parts.push(`-H "Content-Type: application/json"`, `-d ${body}`);
  return parts.join(" \\\n  ");
}

/** A program that has a client. */
export function programOf(lines: string): string {
  return `import { Caseload } from "caseload";\n\nconst caseload = new Caseload();\n${lines}\n`;
}
