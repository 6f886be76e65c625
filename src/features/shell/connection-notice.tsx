import { CloudOff } from "lucide-react";
import { tryNow } from "#api/connection.ts";
import { Button } from "#ui/button.tsx";
import { ClockTime } from "#ui/time.tsx";

/** Says that the service does not answer, so that nobody takes what stands on the page for what is. */
export function ConnectionNotice({ lost }: { lost: number | undefined }) {
  return (
    <div role="status" className="empty:hidden">
      {lost === undefined ? null : (
        <div data-lost className="flex flex-wrap items-center gap-2 border-b border-line bg-waiting-soft px-5 py-1.5 text-sm text-waiting">
          <CloudOff size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <p>
            Not connected. Last updated <ClockTime at={lost} />. Trying again…
          </p>
          <Button size="sm" onClick={tryNow}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}
