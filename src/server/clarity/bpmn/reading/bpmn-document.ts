import { BpmnModdle, type ModdleElement, type ModdleWarning } from "bpmn-moddle";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { ours } from "#server/clarity/bpmn/kept.ts";
import { type Findings } from "./findings.ts";

const body = { superClass: ["Element"], properties: [{ name: "body", type: "String", isBody: true }] };
const keptElements = {
  name: "Caseload",
  prefix: "caseload",
  uri: ours,
  xml: { tagAlias: "lowerCase" },
  types: [
    { name: "Step", ...body },
    { name: "Flow", ...body },
  ],
};

const moddle = new BpmnModdle({ caseload: keptElements });

/** The elements of a file, and what of it they do not tell. */
export async function documentOf(text: string, found: Findings): Promise<ModdleElement | undefined> {
  try {
    const { rootElement, warnings } = await moddle.fromXML(text);
    for (const warning of warnings) tell(warning, found);
    return rootElement;
  } catch (error) {
    const why = error instanceof Error && error.message.includes("failed to parse document as") ? "This is no BPMN 2.0 file" : undefined;
    found.refuse("not_bpmn", why ?? "This file cannot be read as BPMN 2.0");
    return undefined;
  }
}

function tell({ message, element, property = "", value = "" }: ModdleWarning, found: Findings): void {
  // Its letters are those of UTF-8, or the file would not have come this far.
  if (message.startsWith("unsupported document encoding")) return;
  if (message.startsWith("unresolved reference")) {
    const what = `${wordsOf(property)} refers to ${value}, which is not in this file`;
    if (element && isOfFlow(element)) found.refuse("dangling", `Its ${what}`, element);
    else if (element && !/^(bpmndi|di):/.test(element.$type)) found.leaveOut(`Its ${what}`, element);
    return;
  }
  if (message.startsWith("unknown attribute")) {
    if (element) found.leaveOut(`The attribute ${property} is unknown`, element, "other_tool");
    return;
  }
  const [, reason = ""] = /nested error: (.*)$/s.exec(message) ?? [];
  const [, doubled] = /^duplicate ID <(.*)>$/s.exec(reason) ?? [];
  const [, unknown] = /^unrecognized element <(.*)>$/s.exec(reason) ?? [];
  const tag = /unparsable content <([^\s/>]*)/.exec(message)?.[1];
  if (doubled !== undefined) found.refuse("doubled_id", "Another element has the same id", stub(tag, doubled));
  else if (unknown !== undefined && !/^(bpmn|bpmndi|dc|di):/.test(unknown))
    found.leaveOut("It is data of another tool", stub(unknown), "other_tool");
  else found.refuse("unknown", "BPMN 2.0 has no such element here", stub(tag ?? unknown));
}

const stub = (tag = "", id?: string) => ({
  $type: tag,
  $attrs: {},
  $descriptor: { propertiesByName: {} },
  ...(id !== undefined && { id }),
});

/** A definition that nothing of the flow uses can refer to whatever it likes. */
function isOfFlow(element: ModdleElement): boolean {
  for (let at: ModdleElement | undefined = element; at; at = at.$parent)
    if (at.$type === "bpmn:Process" || at.$type === "bpmn:Collaboration") return true;
  return false;
}
