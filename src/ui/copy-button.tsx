import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { copyRefused, writeText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

interface CopyButtonProps {
  /** A promise that fails copies nothing, and its maker says why. */
  text: string | (() => string | Promise<string>);
  label?: string;
  words?: string;
  onCopied?: (() => void) | undefined;
}

/** Copies and says so for two seconds. With `words` it is a button with text. */
export function CopyButton({ text, label = "Copy", words, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return undefined;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    const given = typeof text === "string" ? text : text();
    writeText(given).then(
      () => {
        setState("copied");
        onCopied?.();
      },
      () =>
        Promise.resolve(given).then(
          () => setState("refused"),
          () => undefined,
        ),
    );
  };
  const said = state === "copied" ? "Copied" : state === "refused" ? copyRefused : label;
  const icon = state === "copied" ? Check : Copy;
  return (
    <>
      {words === undefined ? (
        <IconButton icon={icon} label={said} size="sm" onClick={copy} />
      ) : (
        <Button icon={icon} size="sm" onClick={copy}>
          {state === "copied" ? "Copied" : words}
        </Button>
      )}
      <span role="status" className="sr-only">
        {state === "idle" ? "" : said}
      </span>
    </>
  );
}
