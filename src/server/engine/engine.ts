import { cpus } from "node:os";
import { hiddenFromPrograms } from "#server/engine/sandbox/host-folders.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { chosenByOperator } from "#contract/teams/capabilities.ts";
import { createTurns } from "#server/platform/work/apart.ts";
import { createLooks } from "#server/platform/work/looks.ts";
import { storeSockets } from "#server/platform/db/open.ts";
import { trafficOf } from "#server/platform/metrics/traffic.ts";
import { sweepHomes } from "#server/engine/browser/account.ts";
import { closePrinter } from "./browser/print.ts";
import { createBrowsers } from "#server/engine/browser/chromium.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import { createOfferedModels } from "#server/engine/models/offered-models.ts";
import { providerModel } from "#server/engine/models/provider.ts";
import { asRefusal } from "#server/platform/http/failures.ts";
import { scriptedModel } from "#server/engine/models/scripted.ts";
import { createSandbox } from "#server/engine/sandbox/bubblewrap.ts";
import type { Sandbox } from "#server/engine/sandbox/sandbox.ts";
import { askPersonTool } from "#server/engine/tools/ask-person.ts";
import { runPythonTool } from "#server/engine/tools/run-python.ts";
import { startStepTool } from "#server/engine/tools/start-step.ts";
import type { StepServices, Tool } from "#server/engine/tools/tool.ts";
import { resumeParent } from "./tools/child-runs.ts";
import { createDispatcher, modelPlaces } from "./claims/dispatcher.ts";
import { createEngineState, engineSamples } from "#server/engine/report/engine-report.ts";
import { createHousekeeping } from "./upkeep/housekeeping.ts";
import { createLiveness } from "./claims/liveness.ts";
import type { JobTable } from "./jobs/job-kind.ts";
import { createJobs } from "./jobs/job-worker.ts";
import type { Engine } from "./engine-port.ts";
import type { EngineServices } from "./services.ts";
import { createSlots } from "./claims/slots.ts";
import type { Work, Worker } from "./work.ts";
import type { EngineParts } from "./parts.ts";
import type { Pause } from "#server/platform/installation/pause.ts";
import { figure } from "#server/platform/metrics/metrics.ts";
import { createConsumers } from "#server/platform/events/consumers.ts";

const runsHeld = figure("caseload_runs_held", "Runs that this process works on now.");

export interface EngineOptions {
  readonly sandbox?: Sandbox;
  /** Models by name, before the built-in ones. */
  readonly models?: Record<string, ModelPort>;
  /** Tools beside the built-in ones. */
  readonly tools?: readonly Tool[];
  /** The longest rest of whoever reads events, between two looks; absent: as long as each says. */
  readonly eventRestMs?: number;
  /** Sweeps that are rarer than this do not come; absent: all do. */
  readonly rarestSweepMs?: number;
}

const ownTools = [runPythonTool, askPersonTool, startStepTool];

export async function createEngine(
  shared: Omit<
    EngineServices,
    | "sandbox"
    | "sandboxProbe"
    | "sandboxSlots"
    | "callSlots"
    | "browsers"
    | "begins"
    | "looks"
    | "paused"
    | "model"
    | "secrets"
    | "programCalls"
    | "attachedFiles"
    | "refusalOf"
    | "wakeRuns"
    | "wakeCases"
    | "events"
    | "withEnd"
    | "runsEnded"
    | "runMoved"
  >,
  options: EngineOptions,
  parts: EngineParts,
  pause: Pick<Pause, "on" | "over">,
): Promise<Engine> {
  const sockets = storeSockets(shared.store.pool);
  for (const socket of sockets)
    hiddenFromPrograms(`The database's socket (${shared.config.databaseUrl ? "DATABASE_URL" : "TMPDIR"})`, socket);
  const sandbox = options.sandbox ?? createSandbox({ hidden: { folders: [shared.config.dataDir], sockets } });
  let probe: ReturnType<Sandbox["probe"]> | undefined;
  const workers = new Map<Work | JobTable, Worker>();
  const wakeOn = (what: Work["on"]) => {
    for (const [work, worker] of workers) if ("on" in work && work.on === what) worker.wake?.();
  };
  const placesOf = (kind: string) =>
    parts.work.reduce((sum, { places }) => sum + (places?.kind === kind ? places.most(shared.config) : 0), 0);
  const begins = createTurns(pause.over);
  const looks = createLooks({ ...shared, begins, paused: pause.on });
  const consumers = await createConsumers(
    { ...shared, looks, paused: pause.on },
    parts.on.map((consumerOf) => consumerOf(wakeOn, shared.live, parts.events, shared.config)),
    options.eventRestMs,
  );
  // Whoever changes something records it, and tells of it after the commit.
  shared.live.onPublish(consumers.wake);
  await sweepHomes();
  const browsers = createBrowsers(shared);
  const provider = providerModel(shared.config);
  const practice = scriptedModel(parts.practice);
  const tools = [...parts.tools, ...ownTools, ...(options.tools ?? [])];
  const toolsOf: StepServices["toolsOf"] = async (...of) =>
    (await Promise.all(parts.revisionParts.flatMap((part) => part.tools?.(...of) ?? []))).flat();
  const services: EngineServices = {
    ...shared,
    begins,
    looks,
    paused: pause.on,
    sandbox,
    sandboxProbe: () => (probe ??= sandbox.probe()),
    browsers,
    sandboxSlots: createSlots(Math.max(2, cpus().length * 2)),
    // Requests come first: programs take a part of the one thread that serves both, however many of them call.
    callSlots: createSlots(2, 2),
    model: (name) => options.models?.[name] ?? (name === "scripted" ? practice : provider),
    secrets: parts.secrets,
    programCalls: parts.programCalls,
    attachedFiles: parts.attachedFiles,
    refusalOf: (error) => asRefusal(error, parts.refusals),
    wakeRuns: (due) => dispatcher.wake(due),
    wakeCases: () => wakeOn("cases"),
    events: parts.events,
    withEnd: parts.withEnd,
    runMoved(run) {
      for (const told of parts.runMoved) told(shared.live, run);
    },
    runsEnded(ended) {
      for (const run of ended) browsers.end(run.id);
      for (const told of parts.runsEnded) told(services, ended);
      for (const run of ended) void resumeParent(services, run);
    },
  };
  // One process to an embedded store: whatever is marked as held was held by a process that is gone.
  if (shared.store.embedded) for (const { letGo } of parts.work) if (letGo) await shared.store.pool.query(letGo);
  const stateOfEngine = createEngineState(services, async () => [...(await consumers.lag())]);
  const liveness = await createLiveness(services, () => ({
    places: {
      model: modelPlaces,
      program: services.sandboxSlots.size,
      generation: placesOf("generation"),
      evaluation: placesOf("evaluation"),
    },
    deaf: shared.live.deaf(),
    ...trafficOf(shared.store.pool),
  }));
  const dispatcher = createDispatcher({ ...services, tools, toolsOf }, liveness);
  for (const work of parts.work) workers.set(work, work.start(services, liveness));
  for (const [table, kinds] of Map.groupBy(parts.jobs, ({ of }) => of)) workers.set(table, createJobs(services, table, kinds));
  const housekeeping = createHousekeeping(
    services,
    parts.sweeps.filter(({ every }) => every <= (options.rarestSweepMs ?? Infinity)),
  );
  shared.live.onStop((id) => {
    dispatcher.abort(id);
    for (const worker of workers.values()) worker.abort?.(id);
  });
  shared.metrics.gauge(runsHeld, dispatcher.held);
  shared.metrics.ask(() => engineSamples(stateOfEngine));
  shared.metrics.ask(consumers.samples);

  return {
    wakeRuns: services.wakeRuns,
    wakeCases: services.wakeCases,
    runsEnded: services.runsEnded,
    model: services.model,
    wake: (work) => workers.get(work)?.wake?.(),
    state: stateOfEngine,
    offeredModels: createOfferedModels(shared.config, shared.clock, shared.log),
    async capabilities() {
      const state = await services.sandboxProbe();
      const browser = await browsers.probe();
      const { config } = shared;
      return {
        models: [
          ...(config.model.default ? [{ name: config.model.default, label: config.model.default, provider: chosenByOperator }] : []),
          { name: scriptedModelName, label: "scripted (practice model: runs the steps you write, without AI)", provider: "built in" },
        ],
        any_model: Boolean(config.model.baseUrl ?? config.openaiApiKey ?? config.anthropicApiKey),
        sandbox: state.ok
          ? { available: true, reason: null, remedy: null }
          : { available: false, reason: state.reason, remedy: state.remedy },
        browser: browser.ok
          ? { available: true, reason: null, remedy: null }
          : { available: false, reason: browser.reason, remedy: browser.remedy },
        mail: config.smtpUrl !== undefined,
        transcription: config.model.transcription !== undefined,
      };
    },
    toolTypes: () => [...new Set(tools.flatMap(({ type }) => (type === "skills" || type === "logins" || type === "steps" ? [] : [type])))],
    async close() {
      await looks.close();
      await Promise.all([dispatcher, ...workers.values()].map((worker) => worker.close()));
      await liveness.close();
      await consumers.close();
      await housekeeping.close();
      await sandbox.close();
      await browsers.close();
      await closePrinter();
    },
  };
}
