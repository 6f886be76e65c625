import { Button } from "#ui/button.tsx";
import type { Sample } from "./use-sample.ts";

/** What is said beside the button. */
export const sampleWords = " The sample shows how an invoice is paid, in three captures that disagree about one thing.";

/** In the places that have no process yet. */
export function SampleOffer({ sample: { may, adding, add } }: { sample: Sample }) {
  return may ? (
    <Button pending={adding} onClick={add}>
      Add sample process
    </Button>
  ) : null;
}
