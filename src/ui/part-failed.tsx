import { Button } from "./button.tsx";

interface PartFailedProps {
  /** What is missing, in the plural: "messages". */
  what: string;
  onRetry: () => void;
}

/** Over the end of a list of which only a part was loaded. */
export function PartFailed({ what, onRetry }: PartFailedProps) {
  return (
    <p
      role="alert"
      className="absolute inset-x-4 bottom-3 z-10 mx-auto flex max-w-md items-center justify-between gap-3 rounded-md bg-surface px-3 py-2 text-sm shadow-pop"
    >
      Some {what} could not be loaded.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
