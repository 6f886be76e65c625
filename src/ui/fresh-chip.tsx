import { ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

interface FreshChipProps {
  count: number;
  gone?: number;
  /** Rows are in another order by now. */
  moved?: boolean;
  onShow: () => void;
}

/** Floats below the header of a list, which sorts, and whose rows stay where they are: how many arrived and how many are gone, and shows the list as it is. */
export function FreshChip({ count, gone = 0, moved = false, onShow }: FreshChipProps) {
  if (count + gone === 0 && !moved) return null;
  const parts = [count > 0 ? `${count >= 100 ? "100+" : count} new` : "", gone > 0 ? `${gone} gone` : ""];
  return (
    <div className="pointer-events-none absolute inset-x-0 top-10 z-20 flex justify-center" role="status">
      <Button size="sm" icon={ArrowUp} className="pointer-events-auto shadow-pop" onClick={onShow}>
        {count + gone === 0 ? "New order" : parts.filter((part) => part !== "").join(", ")}
      </Button>
    </div>
  );
}

/** The list could not be read when somebody asked for it as it is: its rows stay. */
export function tellUnread(error: unknown): void {
  toast(`The list was not updated. ${error instanceof Error ? error.message : "Try again."}`, { failed: true });
}
