import { getDocumentProxy } from "unpdf";

interface PrintedPage {
  readonly width: number;
  readonly height: number;
  /** Its texts without spaces: where a line ends is the printer's choice. */
  readonly text: string;
}

/** Pages of a PDF, in points. */
export async function pagesOf(pdf: Buffer): Promise<PrintedPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { items } = await page.getTextContent();
    pages.push({ width, height, text: letters(items.map((item) => ("str" in item ? item.str : "")).join("")) });
  }
  return pages;
}

export const letters = (text: string) => text.replaceAll(/\s+/g, "");
