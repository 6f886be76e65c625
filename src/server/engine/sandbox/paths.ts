/** Which names a file may have on its way in and out of a sandbox. */

const segmentBytes = 255;
const pathBytes = 1024;

/** Relative, `/` between segments, no empty, `.` or `..` segment, no control character, within the file system's lengths. */
export function plainPath(path: string): boolean {
  // eslint-disable-next-line no-control-regex
  if (path.length === 0 || /[\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return false;
  if (Buffer.byteLength(path) > pathBytes) return false;
  return path
    .split("/")
    .every((segment) => segment !== "" && segment !== "." && segment !== ".." && Buffer.byteLength(segment) <= segmentBytes);
}

/** A plain path inside output/. */
export function outputPath(path: string): boolean {
  return path.startsWith("output/") && plainPath(path);
}
