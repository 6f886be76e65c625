/** The tool by which a model says at which step of its instructions it is. */
export const startStepName = "start_step";

/** Ours: steps that are kept of one run, those that it came to again included. */
export const maxRunSteps = 500;
