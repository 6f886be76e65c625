import { readFile } from "node:fs/promises";

/** An invoice of the sample data, as its file has it. */
export type Invoice = Readonly<
  Record<"number" | "supplier" | "issued" | "due" | "currency" | "net" | "tax" | "gross" | "paid" | "reference", string>
>;
export type Supplier = Readonly<Record<"supplier_id" | "name" | "country" | "currency" | "payment_days" | "approval_limit", string>>;

interface Books {
  readonly invoices: readonly Invoice[];
  readonly suppliers: readonly Supplier[];
}

const folder = new URL("../../sample/", import.meta.url);
let books: Promise<Books> | undefined;

/** The invoices and suppliers that the sample workspace works on too, as they come with the service. */
export function openBooks(): Promise<Books> {
  return (books ??= read());
}

async function read(): Promise<Books> {
  const [invoices, suppliers] = await Promise.all(["invoices-2026.csv", "suppliers.csv"].map(rowsOf));
  return { invoices: invoices as Invoice[], suppliers: suppliers as Supplier[] };
}

async function rowsOf(file: string): Promise<object[]> {
  const [head = "", ...lines] = (await readFile(new URL(file, folder), "utf8")).trimEnd().split("\n");
  const names = cellsOf(head);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  });
}

/** No cell of these files has more than one line. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
