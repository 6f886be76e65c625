// A QR code of ISO/IEC 18004 in byte mode, error correction L, versions 1 to 10 (271 bytes), mask 0. Enough for an otpauth address.

/** Per version: all codewords of a block, check codewords of a block, and how many blocks there are (versions 1 to 10, level L). */
const checkPerBlock = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18];
const blockCount = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4];
const totalCodewords = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const alignment = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** Rows of modules, true is dark; undefined when the text does not fit. */
export function qrMatrix(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= 10; version += 1) {
    const blocks = blockCount[version - 1] ?? 1;
    const room = (totalCodewords[version - 1] ?? 0) - blocks * (checkPerBlock[version - 1] ?? 0);
    if (bytes.length + (version < 10 ? 2 : 3) <= room) return draw(version, interleave(encode(bytes, version, room), version));
  }
  return undefined;
}

function encode(bytes: readonly number[], version: number, room: number): number[] {
  const bits = [0b0100, bytes.length, ...bytes]
    .map((value, at) => value.toString(2).padStart(at === 0 ? 4 : at === 1 && version > 9 ? 16 : 8, "0"))
    .join("");
  const ended = `${bits}${"0".repeat(Math.min(4, room * 8 - bits.length))}`;
  const words = (ended.padEnd(Math.ceil(ended.length / 8) * 8, "0").match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function interleave(words: readonly number[], version: number): number[] {
  const blocks = blockCount[version - 1] ?? 1;
  const check = checkPerBlock[version - 1] ?? 0;
  const short = Math.floor(words.length / blocks);
  const shortBlocks = blocks - (words.length % blocks);
  const parts: number[][] = [];
  for (let at = 0, block = 0; block < blocks; block += 1) {
    const length = short + (block < shortBlocks ? 0 : 1);
    parts.push(words.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((part) => remainder(part, check));
  return [...columns(parts, short + 1), ...columns(checks, check)];
}

function columns(rows: readonly number[][], length: number): number[] {
  return Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
}

/** Reed-Solomon check words over GF(256) with the polynomial 0x11d. */
function remainder(data: readonly number[], degree: number): number[] {
  const generator = Array<number>(degree).fill(0);
  generator[degree - 1] = 1;
  for (let round = 0, root = 1; round < degree; round += 1, root = multiply(root, 2)) {
    for (let at = 0; at < degree; at += 1) generator[at] = multiply(generator[at] ?? 0, root) ^ (generator[at + 1] ?? 0);
  }
  const result = Array<number>(degree).fill(0);
  for (const word of data) {
    const factor = word ^ (result.shift() ?? 0);
    result.push(0);
    for (let at = 0; at < degree; at += 1) result[at] = (result[at] ?? 0) ^ multiply(generator[at] ?? 0, factor);
  }
  return result;
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
  return product;
}

function draw(version: number, words: readonly number[]): boolean[][] {
  const size = version * 4 + 17;
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  const square = (cx: number, cy: number, reach: number, light: number) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== light && ring !== 4);
      }
    }
  };
  for (let at = 8; at < size - 8; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, 2);
  const places = alignment[version - 1] ?? [];
  const last = places.at(-1);
  for (const x of places)
    for (const y of places) if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6))) square(x, y, 2, 1);
  drawFormat(set, size);
  if (version > 6) drawVersion(set, size, version);
  fill(grid, words);
  return grid.map((row) => row.map((dark) => dark === true));
}

/** Level L and mask 0, with the check bits that the standard lists for them. */
function drawFormat(set: (x: number, y: number, dark: boolean) => void, size: number): void {
  const format = 0b111011111000100;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((format >>> at) & 1) === 1;
    if (at < 8) {
      set(size - 1 - at, 8, dark);
      set(8, at < 6 ? at : at + 1, dark);
    } else {
      set(8, size - 15 + at, dark);
      set(at === 8 ? 7 : 14 - at, 8, dark);
    }
  }
  set(8, size - 8, true);
}

function drawVersion(set: (x: number, y: number, dark: boolean) => void, size: number, version: number): void {
  let check = version;
  for (let round = 0; round < 12; round += 1) check = (check << 1) ^ ((check >>> 11) * 0x1f25);
  const bits = (version << 12) | check;
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >>> at) & 1) === 1;
    set(size - 11 + (at % 3), Math.floor(at / 3), dark);
    set(Math.floor(at / 3), size - 11 + (at % 3), dark);
  }
}

/** Writes the words in columns of two, upwards and downwards in turn, with mask 0 applied. */
function fill(grid: (boolean | undefined)[][], words: readonly number[]): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [column, column - 1]) {
        const row = grid[y];
        if (!row || row[x] !== undefined) continue;
        const dark = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = dark !== ((x + y) % 2 === 0);
        bit += 1;
      }
    }
  }
}
