export interface CsvRow {
  /** Where the row begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Which cells stand in quotes, by position; absent where none does. */
  readonly quoted?: readonly boolean[];
}

interface CsvRecords {
  readonly found: readonly CsvRow[];
  /** Where a quote begins that does not end: all that follows went into one field. */
  readonly unclosed: number | undefined;
  /** Lines with a cell that continues after its quotes, or has a quote inside. */
  readonly strays: ReadonlySet<number>;
}

/** Reads text as RFC 4180 describes it, with this separator and at most `limit` records. Nothing is refused: what is odd stays as it is. */
export function csvRecords(text: string, separator: string, limit = Number.POSITIVE_INFINITY): CsvRecords {
  const lineEnd = lineEndOf(text);
  const found: CsvRow[] = [];
  const strays = new Set<number>();
  let cells: string[] = [];
  let cell = "";
  /** Of the cells of this record, and whether this cell is one of them. */
  let marks: boolean[] = [];
  let marked = false;
  let quoted = false;
  let quote = 1;
  let line = 1;
  let begin = 1;
  const endCell = () => {
    if (marked) marks[cells.length] = true;
    cells.push(cell);
    cell = "";
    marked = false;
  };
  const endRecord = () => {
    endCell();
    if (cells.length > 1 || cells[0] !== "") found.push({ line: begin, cells, ...(marks.length > 0 ? { quoted: marks } : {}) });
    cells = [];
    marks = [];
  };
  for (let at = 0; at < text.length && found.length < limit; at++) {
    const char = text[at] as string;
    if (char === lineEnd) line++;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (char === '"' && cell === "") {
      quoted = true;
      marked = true;
      quote = line;
    } else if (char === separator) endCell();
    else if (char === lineEnd) {
      endRecord();
      begin = line;
    } else if (char !== "\r" || text[at + 1] !== "\n") {
      if (marked || char === '"') strays.add(begin);
      cell += char;
    }
  }
  if (found.length < limit && (cell !== "" || cells.length > 0)) endRecord();
  return { found, unclosed: quoted ? quote : undefined, strays };
}

/** What ends the lines of a text: a carriage return, as in files of Excel for Mac, where no line feed stands outside of quotes. */
function lineEndOf(text: string): "\n" | "\r" {
  if (!text.includes("\r")) return "\n";
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (char === "\n" && !quoted) return "\n";
  }
  return "\r";
}
