import { z } from "#contract/zod.ts";
import { type Invoice, openBooks, type Supplier } from "./books.ts";

const most = 50;
const usual = 10;
const wanted = z.string().min(1).max(200);

interface BookTool {
  readonly description: string;
  readonly input: z.ZodType;
  answer(given: never): Promise<object>;
}

function bookTool<S extends z.ZodType>(tool: { description: string; input: S; answer(given: z.output<S>): Promise<object> }): BookTool {
  return tool;
}

/** What the practice server offers. All of it only reads. */
export const bookTools: Readonly<Record<string, BookTool>> = {
  search_invoices: bookTool({
    description: "Finds invoices of 2026 by supplier, by number and by whether they are paid; the newest first.",
    input: z.strictObject({
      supplier: wanted.optional().describe("Part of the supplier's name"),
      number: wanted.optional().describe("Part of the invoice number"),
      state: z.enum(["paid", "unpaid"]).optional().describe("Left out: both"),
      limit: z.int().min(1).max(most).optional().describe(`How many are shown, ${usual} if left out`),
    }),
    async answer({ supplier, number, state, limit = usual }) {
      const { invoices } = await openBooks();
      const found = invoices.filter(
        (one) =>
          has(one.supplier, supplier) && has(one.number, number) && (state === undefined || (one.paid !== "") === (state === "paid")),
      );
      return { total: found.length, invoices: found.slice(-limit).toReversed() };
    },
  }),
  read_invoice: bookTool({
    description: "Reads one invoice by its number, with all that have the same number.",
    input: z.strictObject({ number: wanted.describe("The whole invoice number") }),
    async answer({ number }) {
      const { invoices } = await openBooks();
      const found = invoices.filter((one) => plain(one.number) === plain(number));
      if (found.length === 0) throw new NotFound(`There is no invoice ${number}.`);
      return { invoices: found };
    },
  }),
  read_supplier: bookTool({
    description: "Reads a supplier by name or id: terms, approval limit, and what is unpaid.",
    input: z.strictObject({ supplier: wanted.describe("The id, as in S1001, or part of the name") }),
    async answer({ supplier }) {
      const { invoices, suppliers } = await openBooks();
      const found = suppliers.find((one) => one.supplier_id === supplier) ?? suppliers.find((one) => has(one.name, supplier));
      if (!found) throw new NotFound(`There is no supplier ${supplier}.`);
      return { supplier: found, ...unpaidOf(found, invoices) };
    },
  }),
};

/** Something that was asked for by its name is not there. */
export class NotFound extends Error {}

/** As people compare names: these files are as uneven as real ones. */
const plain = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
const has = (text: string, part: string | undefined) => part === undefined || plain(text).includes(plain(part));

function unpaidOf({ name }: Supplier, invoices: readonly Invoice[]) {
  const own = invoices.filter((one) => plain(one.supplier) === plain(name));
  const unpaid = own.filter(({ paid }) => paid === "");
  return { invoices: own.length, unpaid: unpaid.length, unpaid_numbers: unpaid.map(({ number }) => number) };
}
