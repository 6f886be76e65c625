export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Lines of the file whose number of fields differs from the header's. */
  readonly ragged: readonly number[];
  /** Where a quote begins that does not end: all that follows went into one field. */
  readonly unclosed: number | undefined;
}
export interface CsvRow {
  /** Where the row begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Which cells stand in quotes, by position; absent where none does. */
  readonly quoted?: readonly boolean[];
}

/** Reads comma, semicolon or tab separated text as RFC 4180 has it; nothing is refused, what is odd is shown as it is. */
export function parseCsv(text: string): CsvTable {
  const { found, unclosed } = records(text.replace(/^\uFEFF/, ""));
  const [head, ...rows] = found;
  const header = head?.cells ?? [];
  return { header, rows, ragged: rows.filter((row) => row.cells.length !== header.length).map((row) => row.line), unclosed };
}

function records(text: string): { found: CsvRow[]; unclosed: number | undefined } {
  const separator = separatorOf(text);
  const found: CsvRow[] = [];
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
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === "\n") line++;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (char === '"' && cell === "") {
      quoted = true;
      marked = true;
      quote = line;
    } else if (char === separator) endCell();
    else if (char === "\n") {
      endRecord();
      begin = line;
    } else if (char !== "\r" || text[at + 1] !== "\n") cell += char;
  }
  if (cell !== "" || cells.length > 0) endRecord();
  return { found, unclosed: quoted ? quote : undefined };
}

/** The one of the three that the first line has most of. */
function separatorOf(text: string): string {
  const head = text.slice(0, (text.indexOf("\n") + 1 || text.length + 1) - 1);
  const count = (separator: string) => head.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
