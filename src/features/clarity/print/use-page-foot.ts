import { useEffect } from "react";
import { minuteTime } from "#ui/time.tsx";

/** What the foot of each printed page says: the document, and when it was printed. Margins of pages know the root of the document only. */
export function usePageFoot(words: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const write = () => {
      style.setProperty("--foot-start", quoted(words));
      style.setProperty("--foot-end", quoted(`Printed ${minuteTime(new Date().toISOString())} · page `));
    };
    write();
    addEventListener("beforeprint", write);
    return () => {
      removeEventListener("beforeprint", write);
      style.removeProperty("--foot-start");
      style.removeProperty("--foot-end");
    };
  }, [words]);
}

/** A text as CSS takes it. */
const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, "\\$&").replaceAll(/\p{Cc}+/gu, " ")}"`;
