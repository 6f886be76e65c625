import { CircleHelp } from "lucide-react";
import { useEffect, useState } from "react";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import { Button } from "#ui/button.tsx";

/** Says under the transcript that the run waits, as long as the card at its end is out of sight. */
export function RequestNotice({ requests }: { requests: readonly PendingHumanRequest[] }) {
  const [seen, setSeen] = useState(true);
  const ids = requests.map(({ id }) => id).join(" ");
  useEffect(() => {
    const card = cardOf(ids.split(" ")[0] ?? "");
    if (!card) return undefined;
    const watch = new IntersectionObserver((entries) => setSeen(isSeen(entries.at(-1))), { threshold: [0, 0.2, 0.4, 0.6, 0.8, 0.9, 1] });
    watch.observe(card);
    return () => watch.disconnect();
  }, [ids]);
  if (seen) return null;
  const [first] = requests;
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-t border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-4"
    >
      <CircleHelp size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate font-medium">
        {requests.length === 1 ? first?.title : `${requests.length} questions wait for you`}
      </span>
      <Button size="sm" onClick={() => show(first?.id ?? "")}>
        Answer
      </Button>
    </div>
  );
}

/** Most of it, or as much as a screen can show of a long one. */
function isSeen(entry: IntersectionObserverEntry | undefined): boolean {
  return entry === undefined || entry.intersectionRatio >= 0.8 || entry.intersectionRect.height >= innerHeight * 0.4;
}

function cardOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-request="${CSS.escape(id)}"]`);
}

function show(id: string): void {
  const card = cardOf(id);
  card?.scrollIntoView({ block: "center" });
  card?.querySelector<HTMLElement>("button, input, textarea")?.focus({ preventScroll: true });
}
