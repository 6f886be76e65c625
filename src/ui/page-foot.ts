import { useEffect } from "react";
import { minuteTime } from "./time.tsx";

/**
 * What the foot of each printed page says: what was printed, and when. Margins of pages know the root of the document only. `of` is the page
 * for what every page of the console has, and the document for a page that says more, which then stands instead.
 */
export function usePageFoot(words: string, of: "page" | "document" = "document"): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const write = () => {
      style.setProperty(`--${of}-foot-start`, quoted(words));
      style.setProperty(`--${of}-foot-end`, quoted(`Printed ${minuteTime(new Date().toISOString())} · page `));
    };
    write();
    addEventListener("beforeprint", write);
    return () => {
      removeEventListener("beforeprint", write);
      style.removeProperty(`--${of}-foot-start`);
      style.removeProperty(`--${of}-foot-end`);
    };
  }, [words, of]);
}

/** A text as CSS takes it. */
const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, "\\$&").replaceAll(/\p{Cc}+/gu, " ")}"`;
