import { withoutUnseen } from "#contract/unseen.ts";
import { createRedactor, type Hidden } from "#server/engine/secrets/redactor.ts";

/** Takes what was typed in secret out of what a model sees of pages, for as long as they are open, and what a person would not see there. */
export interface Mask {
  hide(hidden: Hidden): void;
  text(whole: string): string;
  /** As `text`; the content of a field is masked however short it is. */
  snapshot(content: string): string;
}

/** A line of a snapshot that shows what a field holds. */
const fieldLine = /^(\s*- '?(?:textbox|searchbox|spinbutton|combobox)\b.*\]'?: )(.*)$/;

export function createMask(): Mask {
  const hidden: Hidden[] = [];
  let redactor = createRedactor(hidden);
  return {
    hide({ key, value }) {
      // Snapshots write runs of white space as one blank.
      for (const form of new Set([value, value.replaceAll(/\s+/g, " ").trim()]))
        if (!hidden.some((known) => known.value === form)) hidden.push({ key, value: form });
      redactor = createRedactor(hidden);
    },
    text: (whole) => redactor.text(withoutUnseen(whole)),
    snapshot(content) {
      const lines = withoutUnseen(content)
        .split("\n")
        .map((line) => {
          const [, field, value = ""] = fieldLine.exec(line) ?? [];
          const found = field && hidden.find((known) => known.value === unquoted(value));
          return found ? `${field}[secret ${found.key}]` : line;
        });
      return redactor.text(lines.join("\n"));
    },
  };
}

function unquoted(value: string): string {
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value;
  } catch {
    return value;
  }
}
