import { z } from "#contract/zod.ts";

export const clarityErrors = {
  capture_without_file: { status: 409, message: "This capture has no file. Its text is the evidence." },
  transcript_needed: { status: 400, message: "Nothing here listens to recordings. Add a transcript of this one, as WebVTT or SubRip." },
  capture_unreadable: { status: 400, message: "This file cannot be read. Use another one." },
  /** A generation of the process is under way. */
  process_generating: { status: 409, message: "This process is being generated. Stop it, or wait until it is done." },
  /** Somebody else's version became live meanwhile. */
  overtaken: {
    status: 409,
    message: "Another version became live since you started. Look at it, and make your change there.",
    extra: z.object({
      live_snapshot_id: z.string().nullable(),
      differing: z.array(
        z
          .object({ step_id: z.string(), title: z.string(), change: z.enum(["added", "removed", "changed"]) })
          .meta({ id: "ClarityDifferingStep" }),
      ),
    }),
  },
  /** Ours: somebody else changed the same figure. */
  promise_overtaken: { status: 409, message: "This figure was changed since you opened it. Look at the change, then save yours." },
  /** Ours: a version can be saved so, and not be given away. */
  not_sound: { status: 409, message: "A way through this process does not end. Change the flow, then export it." },
  export_active: { status: 409, message: "An export of this process is under way. Wait until it is done." },
  conversation_waits: { status: 409, message: "This conversation waits. Wait for the model, or answer it." },
  already_decided: { status: 409, message: "This edit was accepted or declined already." },
  no_current_process: { status: 409, message: "A proposal changes the live version of the current process. Make one live first." },
  nothing_captured: { status: 409, message: "There is no capture with text yet. Add one first." },
  answered_elsewhere: { status: 409, message: "The interview has continued, perhaps in another window. This answer was not kept." },
  interview_over: { status: 409, message: "This interview is finished." },
  nothing_said: { status: 409, message: "Answer at least one question first." },
  would_circle: { status: 409, message: "A place cannot be inside itself." },
  too_deep: { status: 409, message: "The landscape has at most 8 levels." },
  already_placed: { status: 409, message: "This process already has a place. Move it instead." },
  /** What was proposed has been accepted. */
  already_active: { status: 409, message: "This is no longer a proposal." },
  no_process: { status: 409, message: "There is no process here yet. Assign a team first." },
  already_linked: { status: 409, message: "These processes already have a link of this type." },
  landscape_busy: { status: 409, message: "The landscape is being organized. Wait until it is done." },
  nothing_to_place: { status: 409, message: "Every process has a place already." },
  already_upgraded: { status: 409, message: "This process already has version 2." },
} as const;
