import { describe, expect, it } from "vitest";
import { printedChat } from "#contract/clarity/edit/printed-chat.ts";
import { editSteps } from "#contract/clarity/edit/edit-steps.ts";
import { stepsOf } from "#server/clarity/flow/made-flows.cases.ts";
import { readChat } from "./practice-chat.ts";

const flow = stepsOf("start event start > a", "a task user Clerk > b", "b > c", "c > end", "end event end").map((step) => ({
  ...step,
  title: { a: "Match to order", b: "Book after approval", c: "Book" }[step.id] ?? step.title,
}));
const operations = (...lines: string[]) => readChat(lines.join("\n"), flow).operations;
const problems = (...lines: string[]) => readChat(lines.join("\n"), flow).problems;

describe("the chat of the practice model", () => {
  it("follows each line that it prints", () => {
    const lines = printedChat.map(([line]) => line.replace("X and Y", "2 and 3").replaceAll("X", "2").replaceAll(/\bY\b/g, "3"));
    for (const line of lines) expect(problems(...(line.startsWith("connect") ? ["disconnect 2 from 3", line] : [line])), line).toEqual([]);
  });

  it("finds steps by title, number or id, whatever words the titles have", () => {
    expect(operations("rename Match to order to Compare to order")).toEqual([{ op: "rename", stepId: "a", title: "Compare to order" }]);
    expect(operations('rename "the match to order" to "Compare"')).toEqual([{ op: "rename", stepId: "a", title: "Compare" }]);
    for (const line of ["rename step 2 to Compare", "rename Step #2 to Compare", "rename #2 to Compare", "Rename 2 to “Compare”"])
      expect(operations(line), line).toEqual([{ op: "rename", stepId: "a", title: "Compare" }]);
    expect(operations("connect step 2 to step 4")).toEqual([{ op: "connect", from: "a", to: "c", label: null, isDefault: false }]);
    expect(operations("set role of 2 to Owner", "clear system of b")).toEqual([
      { op: "set", stepId: "a", field: "role", value: "Owner" },
      { op: "set", stepId: "b", field: "system", value: null },
    ]);
    expect(operations("connect Match to order to Book as Late", "disconnect match to order from book after approval")).toEqual([
      { op: "connect", from: "a", to: "c", label: "Late", isDefault: false },
      { op: "disconnect", from: "a", to: "b" },
    ]);
    expect(operations("remove Book")).toEqual([{ op: "remove", stepId: "c" }]);
  });

  it("adds steps as the notation tells them, and finds them in later lines", () => {
    const read = operations(
      "add Owner: approve it in Ledger after Book after approval",
      "add stamp between Approve it and Book",
      "rename stamp to Seal",
    );
    expect(read).toEqual([
      {
        op: "add",
        after: "b",
        step: { id: "step-approve-it", title: "Approve it", role: "Owner", system: "Ledger", nodeType: "task", nodeSubtype: "user" },
      },
      {
        op: "add",
        after: "step-approve-it",
        before: "c",
        step: { id: "step-stamp", title: "Stamp", role: null, system: null, nodeType: "task", nodeSubtype: "user" },
      },
      { op: "rename", stepId: "step-stamp", title: "Seal" },
    ]);
    const edited = editSteps(flow, read, { attribution: "Claims clerk", excerpt: "add" });
    expect("steps" in edited && edited.steps.map(({ title }) => title)).toEqual([
      "start",
      "Match to order",
      "Book after approval",
      "Approve it",
      "Seal",
      "Book",
      "end",
    ]);
  });

  it("names the lines that it cannot follow", () => {
    expect(
      problems(
        "Please make it nicer",
        "remove Paint",
        "rename Book to",
        "set colour of Book to red",
        "disconnect 2 from 4",
        "remove 2",
        "remove 2",
      ),
    ).toEqual([
      "“Please make it nicer”: The practice model cannot follow this line. Start it with rename, set, clear, add, remove, connect or disconnect",
      "“remove Paint”: No step is called “Paint”",
      "“rename Book to”: The practice model cannot follow this line. Start it with rename, set, clear, add, remove, connect or disconnect",
      "“set colour of Book to red”: The practice model cannot follow this line. Start it with rename, set, clear, add, remove, connect or disconnect",
      "“disconnect 2 from 4”: This step does not lead to c",
    ]);
    const twice = flow.map((step) => (step.id === "b" ? { ...step, title: "Book" } : step));
    expect(readChat("remove book", twice).problems).toEqual(["“remove book”: Several steps are called “book”. Use the number of one"]);
    expect(readChat("remove 3", twice).operations).toEqual([{ op: "remove", stepId: "b" }]);
  });

  it("asks, breaks and fails after the lines before", () => {
    expect(readChat('remove Book\nask "Which?" options: A, B\nrename 2 to {{answer}}', flow)).toEqual({
      operations: [{ op: "remove", stepId: "c" }],
      problems: [],
      next: { act: "ask", asking: { question: "Which?", options: ["A", "B"] }, rest: "rename 2 to {{answer}}" },
    });
    expect(readChat("break", flow).next).toEqual({ act: "break" });
    expect(readChat("fail No order\nremove Book", flow)).toEqual({ operations: [], problems: [], next: { act: "fail", text: "No order" } });
  });
});
