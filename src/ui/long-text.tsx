import { useState } from "react";

const shownAtOnce = 20_000;

/** Text of any length: the first 20,000 characters, and the rest when asked for. */
export function LongText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  if (text.length <= shownAtOnce) return text;
  return (
    <>
      {all ? text : text.slice(0, shownAtOnce)}
      <button
        type="button"
        className="mt-1 block h-6 rounded-sm font-sans text-sm text-accent-ink underline underline-offset-2"
        onClick={() => setAll(!all)}
      >
        {all ? "Show less" : `Show all ${text.length.toLocaleString("en")} characters`}
      </button>
    </>
  );
}
