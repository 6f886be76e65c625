import { expect, it } from "vitest";
import { importIn, modelName, modelsIn } from "./answers.ts";

const escaped = (value: unknown) => JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

it("reads what an import came to, written for HTML or not", () => {
  expect(importIn(escaped([{ href: "/model/4f1c" }]))).toEqual({ made: "4f1c" });
  expect(importIn(JSON.stringify({ href: "/p/model/4f1c" }))).toEqual({ made: "4f1c" });
  // It was taken, and which model it is stands in the directory.
  expect(importIn("[true]")).toEqual({ made: undefined });
  expect(importIn(escaped({ errors: [], warnings: ["A label is long"] }))).toEqual({ made: undefined });
  expect(importIn(escaped({ errors: [{ message: "No <task>" }, "Twice"] }))).toEqual({ refused: "No <task> Twice" });
  expect(importIn("<html>Done</html>")).toBeUndefined();
  expect(importIn("")).toBeUndefined();
});

it("reads the models of a directory, and nothing else in it", () => {
  const entries = [
    { rel: "info", href: "/directory/d" },
    { rel: "dir", href: "/directory/e", rep: { name: "Old" } },
    { rel: "mod", href: "/model/a", rep: { name: "Pay &amp; book" } },
    { rel: "mod", href: "/model/b", rep: { title: " Two\n words " } },
    { rel: "mod", href: "https://elsewhere.example.com/model/c", rep: { name: "Not here" } },
    null,
  ];
  expect(modelsIn(JSON.stringify(entries))).toEqual([
    { id: "a", name: "Pay & book" },
    { id: "b", name: "Two words" },
  ]);
  expect(modelsIn("<html>")).toBeUndefined();
});

it("compares names in one form", () => {
  expect(modelName("Cafe\u0301 &#38; &#x42;ar\u0000")).toBe("Café & Bar");
  expect(modelName("&#0; &#1114112;")).toBe("&#0; &#1114112;");
});
