/** A step as a line tells it. */
export interface StepWords {
  /** What is done, without role and tool. 1 to 200 characters. */
  readonly title: string;
  /** Null where the line has `?`. */
  readonly role: string | null;
  readonly system: string | null;
}

/** What comes next on a way: a step, a numbered step elsewhere, an end, or whatever the next number is. */
export type Act =
  | { readonly act: "step"; readonly step: StepWords }
  | { readonly act: "go_to"; readonly number: number }
  | { readonly act: "end"; readonly title: string | null }
  | { readonly act: "continue" };

/** A line in a printed form. */
export type NotationLine =
  | { readonly form: "start"; readonly title: string }
  | { readonly form: "end"; readonly title: string | null }
  | { readonly form: "step"; readonly number: number; readonly step: StepWords }
  | { readonly form: "if"; readonly condition: string; readonly act: Act }
  | { readonly form: "otherwise"; readonly act: Act }
  | { readonly form: "beside"; readonly step: StepWords }
  | { readonly form: "next"; readonly act: Act };

const longestLine = 1_000;
const longestTitle = 200;
const longestRole = 80;
const longestTool = 80;
const longestCondition = 180;

/** Reads one line. Undefined where it has none of the printed forms. */
export function readLine(line: string): NotationLine | undefined {
  if (line.length > longestLine) return undefined;
  const plain = line.replace(/\s+/g, " ").trim();
  const start = headed(plain, /^start: /i);
  if (start !== undefined) return isTitle(start) ? { form: "start", title: tidy(start) } : undefined;
  const end = readEnd(plain);
  if (end) return { form: "end", title: end.title };
  const [, number, numbered] = /^(\d{1,3})[.)] (.+)$/.exec(plain) ?? [];
  if (numbered !== undefined) {
    const step = readStep(numbered);
    return step && { form: "step", number: Number(number), step };
  }
  const [, condition, rest = ""] = /^if (.+?):(?: (.*))?$/i.exec(plain) ?? [];
  if (condition !== undefined) {
    const act = condition.length > longestCondition ? undefined : readAct(rest);
    return act && { form: "if", condition: tidy(condition), act };
  }
  const otherwise = headed(`${plain} `, /^otherwise: /i);
  if (otherwise !== undefined) {
    const act = readAct(otherwise);
    return act && { form: "otherwise", act };
  }
  const beside = headed(plain, /^at the same time: /i);
  if (beside !== undefined) {
    const step = readStep(beside);
    return step && { form: "beside", step };
  }
  const next = headed(plain, /^[-–•*] /);
  const act = next === undefined ? undefined : readAct(next);
  return act && { form: "next", act };
}

function headed(line: string, head: RegExp): string | undefined {
  return head.test(line) ? line.replace(head, "").trim() : undefined;
}

function readAct(words: string): Act | undefined {
  if (/^(continue\.?)?$/i.test(words)) return { act: "continue" };
  const [, number] = /^go (?:back )?to (?:step )?(\d{1,3})\.?$/i.exec(words) ?? [];
  if (number !== undefined) return { act: "go_to", number: Number(number) };
  const end = readEnd(words);
  if (end) return { act: "end", title: end.title };
  const step = readStep(words);
  return step && { act: "step", step };
}

function readEnd(words: string): { title: string | null } | undefined {
  const [whole, title] = /^end(?:\.|: (.+))?$/i.exec(words) ?? [];
  if (whole === undefined || (title !== undefined && !isTitle(title))) return undefined;
  return { title: title === undefined ? null : tidy(title) };
}

/** A step without its number: `Clerk: check invoice in Ledger`. The last “in” before a name with a capital letter leads to the tool. */
export function readStep(words: string): StepWords | undefined {
  const [, role = "", told = ""] = /^([^:]{1,80}): (.+)$/.exec(words) ?? [];
  const [, before, tool] = /^(.*\S) in (?:the )?(\p{Lu}.*)$/u.exec(tidy(told)) ?? [];
  const isTool = before !== undefined && tool !== undefined && tool.length <= longestTool;
  const title = isTool ? before : tidy(told);
  if (role.length > longestRole || !/^(\?|\p{L}.*)$/u.test(role) || !isTitle(title)) return undefined;
  return { title, role: role === "?" ? null : role.trim(), system: isTool ? tool : null };
}

const isTitle = (words: string): boolean => /[\p{L}\p{N}]/u.test(words) && words.length <= longestTitle;
const tidy = (words: string): string => words.trim().replace(/\s*[.;,]+$/, "");
