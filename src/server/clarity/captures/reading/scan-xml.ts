import { Parser } from "saxen";
import { CaptureUnreadable } from "./read-capture.ts";

const maxDepth = 64;

interface Seen {
  open?(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads XML once, element by element. What declares a document type, is nested too deep or has too many elements is refused before it costs anything. */
export function scanXml(xml: string, { elements: maxElements, what }: { elements: number; what: string }, seen: Seen): void {
  // Entities are how little text becomes much, or another file.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new CaptureUnreadable(`${what} has a document type. Remove it.`);
  let depth = 0;
  let elements = 0;
  let broken: Error | undefined;
  const parser = new Parser();
  const stop = (message: string) => {
    broken ??= new CaptureUnreadable(message);
    parser.stop();
  };
  parser
    .on("openTag", (name, attributes) => {
      if (++depth > maxDepth) return stop(`${what} has more than ${maxDepth} levels.`);
      if (++elements > maxElements) return stop(`${what} has more than ${maxElements.toLocaleString("en")} elements.`);
      seen.open?.(name, attributes);
    })
    .on("closeTag", (name) => {
      depth--;
      seen.close?.(name);
    })
    .on("text", (text, decode) => seen.text?.(decode(text)))
    .on("error", () => stop(`${what} is not well-formed.`))
    .parse(xml);
  if (broken) throw broken;
}
