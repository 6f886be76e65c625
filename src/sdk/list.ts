import type { Input, Operation } from "./operation.ts";
import type { List } from "./shapes.ts";

type Page = Readonly<Record<string, unknown>>;

/** A list that is asked for when it is awaited or walked. */
export function listOf(
  [rows, by]: NonNullable<Operation["list"]>,
  input: Input,
  ask: (input: Input) => Promise<unknown>,
): List<Page, unknown> {
  const first = () => ask(input) as Promise<Page>;
  async function* pages(): AsyncGenerator<Page> {
    let page = await first();
    for (let asked = input; ; page = (await ask(asked)) as Page) {
      yield page;
      const next = nextInput(by, asked, page, (page[rows] as unknown[] | undefined)?.length ?? 0);
      if (!next) return;
      asked = next;
    }
  }
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- awaited it is its first page
    then: (...given) => first().then(...given),
    catch: (...given) => first().catch(...given),
    finally: (...given) => first().finally(...given),
    [Symbol.toStringTag]: "List",
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* (page[rows] as unknown[] | undefined) ?? [];
    },
  };
}

/** What asks for the page behind this one; undefined when there is none. */
function nextInput(by: "after" | "cursor" | "offset" | "none", asked: Input, page: Page, count: number): Input | undefined {
  if (by === "none" || count === 0) return undefined;
  if (by === "offset") {
    const offset = Number(asked.offset ?? 0) + count;
    return offset < Number(page.total ?? Infinity) ? { ...asked, offset } : undefined;
  }
  const next = by === "after" ? page.next : page.nextCursor;
  if (typeof next !== "string") return undefined;
  const { offset: _offset, ...rest } = asked;
  return { ...rest, [by]: next };
}
