import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** Expects texts and fields to have the direction of what is written in them. */
export async function expectDirections(page: Page, what: string): Promise<void> {
  expect.soft(await page.evaluate(fixedDirections), `${what} gives texts the direction of their letters`).toEqual([]);
}

function fixedDirections(): string[] {
  const code = "code, kbd, samp, .font-mono:not(pre), .cm-editor, script, style, svg";
  const name = (each: Element) => each.outerHTML.replaceAll(/\s+/g, " ").slice(0, 120);
  const texts = [...document.body.querySelectorAll("*")].filter(
    (each) =>
      !each.closest(code) && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? "").trim() !== ""),
  );
  const fields = document.querySelectorAll("textarea, input:is([type=text], [type=search], :not([type]))");
  return [
    ...texts.filter((each) => getComputedStyle(each).unicodeBidi !== "plaintext" && !each.hasAttribute("dir")).map(name),
    ...[...fields].filter((each) => !each.hasAttribute("dir")).map(name),
  ];
}

const keys = ["Enter", "Escape", "ArrowDown", "ArrowUp", "Tab", " "];

/** Expects no key of a word that is being composed to reach a field of the page, or what is around it. */
export async function expectComposing(page: Page, what: string): Promise<void> {
  const heard = await page.evaluate((names) => {
    const fields = document.querySelectorAll<HTMLElement>("textarea, input, select, button, [tabindex]");
    return [...fields, document.body].flatMap((field) => {
      if (field.isContentEditable) return [];
      const found: string[] = [];
      const listen = ({ key }: KeyboardEvent) => found.push(`${key} in ${field.outerHTML.slice(0, 80)}`);
      field.addEventListener("keydown", listen);
      for (const key of names)
        for (const as of [{ isComposing: true }, { keyCode: 229 }])
          field.dispatchEvent(new KeyboardEvent("keydown", { key, ...as, bubbles: true, cancelable: true }));
      field.removeEventListener("keydown", listen);
      return found;
    });
  }, keys);
  expect.soft(heard, `${what} leaves words that are composed to their keyboard`).toEqual([]);
}
