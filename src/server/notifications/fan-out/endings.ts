/** What ends causes: the words that a cause and its end have in common. */
export const endingOf = {
  run: (agentId: string) => `run ${agentId}`,
  queue: (queueId: string) => `queue ${queueId}`,
  schedule: (id: string) => `schedule ${id}`,
  /** Of times that the schedule itself never makes up for. */
  missed: (scheduleId: string) => `missed ${scheduleId}`,
  /** Of one that the service paused. */
  pausedSchedule: (id: string) => `paused ${id}`,
  trigger: (id: string) => `trigger ${id}`,
  connection: (id: string) => `connection ${id}`,
  suggestion: (id: string) => `suggestion ${id}`,
  generation: (id: string) => `generation ${id}`,
  dashboard: (id: string) => `dashboard ${id}`,
  refresh: (dashboardId: string) => `refresh ${dashboardId}`,
  job: (id: string) => `job ${id}`,
  export: (processId: string) => `export ${processId}`,
  /** Of one person who is asked: somebody else may be asked next. */
  capture: (requestId: string, userId: string) => `capture ${requestId} ${userId}`,
} as const;

/** Something went well again, or nobody has to decide any more. */
export interface Ending {
  readonly ends: string;
  readonly at: string;
  /** For this team alone, which has no more to do with it. */
  readonly team_id?: string;
}
