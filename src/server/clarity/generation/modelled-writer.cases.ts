import { editTool } from "#server/clarity/chat/edit-tools.ts";
import { ModelFault, type ModelPart, type ModelPort, type ModelRequest } from "#server/engine/models/port.ts";
import { writeTool } from "./flow.ts";
import { flowOf, summaryOf } from "./kill-scenes.cases.ts";
import { summaryTool } from "./summary.ts";

/** A model that writes when a test says so, and edits at once: it gives the checked step the title that it is asked for. */
export interface Writer extends ModelPort {
  /** Lets the generation of a process end with a title of its task, or without: it fails. One that is not asked for yet ends as soon as it is. */
  end(process: string, title: string | null): void;
  /** Forgets how a generation was to end that was stopped before. */
  forget(process: string): void;
}

export function createWriter(): Writer {
  const waiting = new Map<string, PromiseWithResolvers<string | null>>();
  const of = (process: string) => {
    const known = waiting.get(process) ?? Promise.withResolvers<string | null>();
    waiting.set(process, known);
    return known;
  };
  return {
    end(process, title) {
      of(process).resolve(title);
    },
    forget: (process) => void waiting.delete(process),
    async *answer(request): AsyncGenerator<ModelPart> {
      const [data] = request.turns;
      const { process } = JSON.parse(data?.role === "user" ? data.text : "{}") as { process: string };
      if (offers(request, editTool)) {
        const asked = request.turns.findLast((turn) => turn.role === "user");
        const title = asked?.role === "user" ? asked.text : "";
        yield { type: "call", id: "edit_1", name: editTool, arguments: { operations: [{ op: "rename", stepId: "check", title }] } };
        return;
      }
      const held = of(process);
      const stopped = Promise.withResolvers<undefined>();
      request.signal.addEventListener("abort", () => stopped.resolve(undefined), { once: true });
      if (request.signal.aborted) stopped.resolve(undefined);
      const title = await Promise.race([held.promise, stopped.promise]);
      if (title === undefined) throw new ModelFault("scripted_failure", "It was stopped.");
      if (title === null || offers(request, summaryTool)) waiting.delete(process);
      if (title === null) throw new ModelFault("scripted_failure", "It does not know.");
      if (offers(request, summaryTool)) yield { type: "call", id: "summary_1", name: summaryTool, arguments: summaryOf() };
      else yield { type: "call", id: "flow_1", name: writeTool, arguments: flowOf("c1.1", title) };
    },
  };
}

const offers = ({ tools }: ModelRequest, tool: string) => tools.some(({ name }) => name === tool);
