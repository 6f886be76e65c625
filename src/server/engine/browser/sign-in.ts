import type { ElementHandle, Locator, Page } from "playwright-core";
import { ToolError } from "#server/engine/tools/tool.ts";
import type { Hidden } from "#server/engine/secrets/redactor.ts";
import type { LoginToType } from "./browser.ts";

interface Typing extends LoginToType {
  /** Whether this login belongs on a page of this address. */
  mayType(url: string): boolean;
  /** Called before a value is typed. */
  hide(hidden: Hidden): void;
}

type Kind = "user name" | "password" | "code";

const password = "input[type=password]";
const code = ["[autocomplete=one-time-code]", "[name*=otp i]", "[id*=otp i]", "[name*=code i]", "[id*=code i]"]
  .map((each) => `input${each}:not([type=hidden]):not([type=password])`)
  .join(", ");
const userName = [
  "[autocomplete~=username]",
  "[type=email]",
  "[name*=user i]",
  "[name*=login i]",
  "[name*=email i]",
  "[id*=user i]",
  "[id*=email i]",
]
  .map((each) => `input${each}:not([type=hidden]):not([type=password]):not([type=checkbox])`)
  .join(", ");

/** Where a form names its field in a way of its own. */
const textBesidePassword = "xpath=ancestor::form[1]//input[not(@type) or @type='text' or @type='tel']";

/** After what was typed: until the field is gone, or the page leads elsewhere. */
const stepMs = 8_000;
/** Until the field of the next step is there. */
const nextMs = 5_000;

/**
 * Types a login into the fields that the page shows, submits, and goes on while further pages of the same host ask for what was not typed yet.
 * Returns what was typed. Whether that was right, the page says.
 */
export async function typeLogin(page: Page, login: Typing): Promise<Kind[]> {
  const values = valuesOf(login);
  const typed: Kind[] = [];
  while (typed.length < values.size) {
    const fields = await fieldsOn(
      page,
      [...values.keys()].filter((kind) => !typed.includes(kind)),
    );
    if (fields.length === 0) break;
    let last: ElementHandle | undefined;
    for (const { kind, field } of fields) {
      if (!login.mayType(await addressOf(field))) return stoppedAt(typed);
      const value = values.get(kind)?.() ?? "";
      if (kind !== "user name") login.hide({ key: `${kind} for ${login.domain}`, value });
      await field.fill(value);
      typed.push(kind);
      last = field;
    }
    if (last) await submit(page, last);
    if (typed.length < values.size) await awaitNext(page);
  }
  if (typed.length > 0) return typed;
  throw new ToolError("There is no field for a user name, a password or a code on this page. Open the page that asks for them.");
}

/** A login without a password, say, is complete without one. */
function valuesOf({ username, password: word, code: next }: LoginToType): Map<Kind, () => string> {
  const values = new Map<Kind, () => string>();
  if (username !== null) values.set("user name", () => username);
  if (word !== null) values.set("password", () => word);
  if (next !== null) values.set("code", next);
  return values;
}

/** Fields of the page itself, not of frames in it: those may belong to anybody. */
async function fieldsOn(page: Page, kinds: readonly Kind[]): Promise<{ kind: Kind; field: ElementHandle }[]> {
  const passwords = shown(page.locator(password));
  if ((await passwords.count()) > 1)
    throw new ToolError("This page has several fields for passwords: it changes one, or is no page to sign in. Nothing was typed.");
  const [forCode] = await shown(page.locator(code)).elementHandles();
  const [forPassword] = await passwords.elementHandles();
  const named = [page.locator(userName), passwords.locator(textBesidePassword)];
  const texts = (await Promise.all(named.map((fields) => shown(fields).elementHandles()))).flat();
  // “login_code” is a field for a code.
  const others = await Promise.all(texts.map(async (text) => (forCode && (await isSame(text, forCode)) ? [] : [text])));
  const found = { "user name": others.flat()[0], password: forPassword, code: forCode };
  return kinds.flatMap((kind) => {
    const field = found[kind];
    return field ? [{ kind, field }] : [];
  });
}

function shown(fields: Locator): Locator {
  return fields.filter({ visible: true });
}

function isSame(one: ElementHandle, other: ElementHandle): Promise<boolean> {
  return one.evaluate((a: unknown, b: unknown) => a === b, other);
}

/** Of the document that the field is in: a page that has moved on has no such field any more. */
function addressOf(field: ElementHandle): Promise<string> {
  return field.evaluate((element: unknown) => (element as { ownerDocument: { location: { href: string } } }).ownerDocument.location.href);
}

function stoppedAt(typed: Kind[]): Kind[] {
  if (typed.length > 0) return typed;
  throw new ToolError("This page is not on the login's host. Nothing was typed.");
}

async function submit(page: Page, field: ElementHandle): Promise<void> {
  const moved = page.waitForEvent("framenavigated", { timeout: stepMs }).catch(() => undefined);
  await field.press("Enter");
  await Promise.race([moved, field.waitForElementState("hidden", { timeout: stepMs }).catch(() => undefined)]);
  await page.waitForLoadState("domcontentloaded").catch(() => undefined);
}

async function awaitNext(page: Page): Promise<void> {
  const field = page.locator([password, code].join(", ")).filter({ visible: true }).first();
  await field.waitFor({ state: "visible", timeout: nextMs }).catch(() => undefined);
}
