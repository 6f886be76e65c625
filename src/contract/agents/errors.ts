import { z } from "#contract/zod.ts";

export const agentErrors = {
  // Agents and revisions.
  already_live: { status: 409, message: "This revision is already live." },
  not_a_draft: { status: 409, message: "Only a draft can be deleted. This revision was live and is kept for its runs." },
  step_family_fixed: { status: 400, message: "An agent's kind of step cannot change after it is created." },
  missing_blobs: {
    status: 400,
    message: "The bundle names files that were not uploaded.",
    extra: z.object({ missing: z.array(z.string()) }),
  },
  wrong_bucket: { status: 400, message: "The bundle names a bucket of another team." },
  digest_mismatch: { status: 400, message: "The bytes do not match the digest in the address." },
  revision_changed: {
    status: 409,
    message: "This revision was changed elsewhere. Nothing was saved.",
    extra: z.object({ updated_at: z.string() }),
  },
  folder_cycle: { status: 409, message: "A folder cannot be inside itself." },
  folder_not_empty: {
    status: 409,
    message: "This folder is not empty. Delete it with `force=true` to move its agents to the root.",
    extra: z.object({ has_contents: z.boolean(), agent_count: z.int() }),
  },
  memory_changed: {
    status: 409,
    message: "This memory file has changed. Read it again, then decide.",
    /** As it is now; null when the file is gone. */
    extra: z.object({ generation: z.string().nullable() }),
  },
  /** Spelled as the sources have it. */
  ASSIGNMENT_NOT_STANDALONE: {
    status: 400,
    message: "This agent depends on others. Move them with it, or separate them first.",
    extra: z.object({
      blockers: z.array(
        z.object({ kind: z.enum(["agent", "automation", "queue"]), id: z.string(), name: z.string() }).meta({ id: "MoveBlocker" }),
      ),
    }),
  },
  still_stopping: { status: 409, message: "Its runs are still being stopped. Wait for that job to end, then restore the automation." },
  still_moving: { status: 409, message: "Its runs are still being moved to another team. Wait for that job to end, then try again." },
  agents_at_work: {
    status: 409,
    message: "Runs are active or a generation is undecided. Wait for them to end or stop them, then move the agent.",
    extra: z.object({
      active_runs: z.int(),
      open_generations: z.int(),
      /** The first ten of them, the oldest first; the id of a generation is the one of its revision. */
      work: z.array(
        z
          .object({ kind: z.enum(["run", "generation"]), id: z.string(), agent_id: z.string(), name: z.string() })
          .meta({ id: "WorkAtHand" }),
      ),
    }),
  },
  suggestion_resolved: { status: 409, message: "This suggestion was already decided, or no longer applies to the agent." },
  instructions_full: { status: 409, message: "The instructions of this draft would become too long. Shorten them first." },
  // Builder runs.
  generation_active: { status: 409, message: "A generation of this revision is open. Accept, decline or cancel it first." },
  historic_revision: { status: 409, message: "A previous revision cannot change. Create a revision from it." },
  stale_review: {
    status: 409,
    message: "The proposal you reviewed is no longer the latest. Review it again, then decide. Nothing was changed.",
  },
  not_reviewable: { status: 409, message: "This generation is not waiting for a decision." },
  not_cancellable: { status: 409, message: "This generation has ended. Decline its result instead of canceling it." },
  // Rubrics.
  too_many_rubrics: { status: 409, message: "A revision has at most 5 rubrics. Delete one first." },
  // Automations.
  in_other_automation: { status: 409, message: "This already belongs to another automation." },
  in_automation: { status: 409, message: "This agent belongs to an automation. Activate a revision of the automation instead." },
  not_a_member: { status: 409, message: "This does not belong to the automation." },
  revision_fixed: { status: 409, message: "Only a draft can be changed. Create a draft from this revision instead." },
  bound_by_draft: { status: 409, message: "A draft of the automation includes this revision. Choose another one there first." },
  queue_names_clash: {
    status: 409,
    message: "Two queues of the revision would have the same name.",
    extra: z.object({ names: z.array(z.string()) }),
  },
  routing_conflict: {
    status: 409,
    message: "The routing of this revision has conflicts.",
    extra: z.object({
      conflicts: z.array(z.object({ agent_id: z.string(), agent_name: z.string(), message: z.string() }).meta({ id: "ConflictingRoute" })),
    }),
  },
  routed_by_revision: {
    status: 409,
    message: "The active revision of the automation decides which agent this queue starts. Change the routing in a draft and activate it.",
  },
  named_by_revision: { status: 409, message: "The active revision of the automation names this queue. Change it there." },
} as const;
