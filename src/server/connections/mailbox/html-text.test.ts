import { expect, test } from "vitest";
import { textOfHtml } from "./html-text.ts";

test("a mail reads as its sender sees it: lines, cells and signs, and nothing that is hidden", () => {
  const html = `<!doctype html><head><title>Shop</title><style>p > a { color: red }</style></head><body>
    <p>Caf&eacute; &amp; B&uuml;ro&nbsp;&#8211; 12&euro;</p><script>if (1 < 2) alert("<p>no</p>")</script><!-- <p>no</p> -->
    <table><tr><td>Net</td><td>10</td></tr><tr><td>Tax</td><td>2</td></tr></table><P>1 &lt; 2<br/>Bye</body>`;
  expect(textOfHtml(html)).toBe("Café & Büro – 12€\n\nNet 10\n\nTax 2\n\n1 < 2\nBye");
});

test("what opens and is never closed is read to its end", () => {
  expect(textOfHtml(`${"<b><div>".repeat(30_000)}${"</i>".repeat(30_000)}end`)).toBe("end");
  expect(textOfHtml("shown<script>hidden")).toBe("shown");
  for (const part of ["<!--", "<a ", "&", "<a b='"]) expect(textOfHtml(`shown ${part.repeat(50_000)}`)).toMatch(/^shown/);
});
