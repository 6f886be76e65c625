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

test("what a mail does not show is not read, and what follows it is", () => {
  const hidden = [
    `<div style="display:none">no</div>`,
    `<div style="color:red; DISPLAY : none !important"><div>no</div>no</div>`,
    `<div style="dis/**/play:none">no</div>`,
    `<div style="display&#58;none">no</div>`,
    `<span style='visibility:hidden'>no</span>`,
    `<span style=opacity:0>no</span>`,
    `<span style="font-size:0px">no<br>no</span>`,
    `<span style="mso-hide:all">no</span>`,
    `<p hidden>no</p>`,
    `<div style="max-height:0;overflow:hidden">no</div>`,
    `<div style="position:absolute;left:-9999px">no</div>`,
    `<div style="display:none"/>no</div>`,
  ];
  for (const part of hidden)
    expect([part, textOfHtml(`<body><b>before</b>${part}<i>after</i></body>`).replaceAll(/\s/g, "")]).toEqual([part, "beforeafter"]);
  const shown = [
    `<img style="display:none">`,
    `<p style="opacity:0.5">`,
    `<p style="font-size:0.9em">`,
    `<p style="height:0">`,
    `<p title="display:none">`,
  ];
  for (const part of shown) expect(textOfHtml(`${part}yes`)).toBe("yes");
  expect(textOfHtml(`${'<div style="display:none">'.repeat(30_000)}no`)).toBe("");
});
