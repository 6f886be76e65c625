import { ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";

/** Floats over a list whose rows stay where they are: how many arrived, and shows them. */
export function FreshChip({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-10 z-20 flex justify-center" role="status">
      <Button size="sm" icon={ArrowUp} className="pointer-events-auto shadow-pop" onClick={onShow}>
        {count >= 100 ? "100+" : count} new
      </Button>
    </div>
  );
}
