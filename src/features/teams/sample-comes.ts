import { toast } from "#ui/toast.ts";

/** Whoever has set up an installation with the sample workspace hears that it is on its way. */
export function sampleComes(): void {
  toast("Setting up the sample workspace: its agents and runs will appear automatically");
}
