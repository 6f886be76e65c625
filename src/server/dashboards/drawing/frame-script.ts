/**
 * What runs in the frame of a dashboard. It shows the HTML that the console hands over by a port, and tells the console what is pressed: links
 * are opened by the console, and what a block offers is done there. It reads nothing, and the policy of the frame lets it send nothing.
 */
export const frameScript = `"use strict";
(() => {
  const root = document.documentElement, main = document.createElement("div");
  let port, picking = false;
  const tell = (message) => port && port.postMessage(message);
  const near = (event, selector) => event.target instanceof Element ? event.target.closest(selector) : null;
  const open = () => new Set([...main.querySelectorAll("[data-block] > details[open]")].map((each) => each.parentElement.dataset.block));
  const show = ({ html, theme, writing }) => {
    const [kept, top, focused] = [open(), scrollY, document.activeElement && document.activeElement.closest("[data-block]")];
    const id = focused && focused.dataset.block;
    root.style.colorScheme = theme === "system" ? "light dark" : theme;
    main.innerHTML = html;
    for (const block of main.querySelectorAll("[data-block]")) {
      const details = block.querySelector(":scope > details");
      if (details && kept.has(block.dataset.block)) details.open = true;
      if (id && block.dataset.block === id) { const first = block.querySelector("summary, a:not([tabindex]), button"); if (first) first.focus({ preventScroll: true }); }
    }
    if (writing) {
      const box = document.createElement("div"), said = document.createElement("p");
      box.className = "wr"; said.textContent = writing; box.append(said);
      (main.querySelector("main") || main).append(box);
    }
    scrollTo(0, top);
    main.className = "sh";
    requestAnimationFrame(() => { main.className = "sh in"; });
  };
  const pick = (on) => { picking = on; root.classList.toggle("pk", on); };
  const hear = ({ data }) => {
    if (data.kind === "page") show(data);
    else if (data.kind === "pick") pick(data.on === true);
    else if (data.kind === "scroll") scrollTo(0, data.top);
    else if (data.kind === "print") print();
    else if (data.kind === "focus") { const first = main.querySelector("[data-block='" + CSS.escape(data.block) + "']"); if (first) first.scrollIntoView({ block: "nearest" }); }
  };
  addEventListener("message", (event) => {
    if (event.source !== parent || port || !event.ports[0]) return;
    port = event.ports[0];
    port.onmessage = hear;
    document.body.prepend(main);
    tell({ kind: "ready" });
  });
  const pathOf = (element, block) => {
    const parts = [];
    for (let at = element; at && at !== block; at = at.parentElement)
      parts.unshift(at.localName + ":nth-child(" + ([...at.parentElement.children].indexOf(at) + 1) + ")");
    return ["[data-block=" + JSON.stringify(block.dataset.block) + "]", ...parts].join(" > ");
  };
  addEventListener("click", (event) => {
    const block = near(event, "[data-block]");
    if (picking) {
      event.preventDefault();
      event.stopPropagation();
      if (!block) return;
      const title = block.querySelector("h2");
      tell({ kind: "picked", element: {
        selector: pathOf(event.target, block).slice(0, 2000),
        label: (title ? title.textContent : block.dataset.block).slice(0, 200) || "Block",
        tag_name: event.target.localName.slice(0, 50),
        text: event.target.textContent.trim().slice(0, 500),
        outer_html: event.target.outerHTML.slice(0, 4000),
      } });
      return;
    }
    const link = near(event, "a[href]");
    if (link) {
      event.preventDefault();
      tell({ kind: "open", href: link.getAttribute("href"), apart: event.ctrlKey || event.metaKey || event.shiftKey });
      return;
    }
    const act = near(event, "button[data-act]");
    if (act && block) tell({ kind: "act", act: act.dataset.act, block: block.dataset.block });
  }, true);
  addEventListener("auxclick", (event) => {
    const link = event.button === 1 ? near(event, "a[href]") : null;
    if (!link) return;
    event.preventDefault();
    tell({ kind: "open", href: link.getAttribute("href"), apart: true });
  }, true);
  addEventListener("keydown", (event) => {
    if (picking && event.key === "Escape") tell({ kind: "unpick" });
    else if (!event.defaultPrevented && !near(event, "input, textarea, select"))
      tell({ kind: "key", key: event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey, shiftKey: event.shiftKey });
  });
  let told = 0;
  addEventListener("scroll", () => { cancelAnimationFrame(told); told = requestAnimationFrame(() => tell({ kind: "scrolled", top: scrollY })); }, { passive: true });
  addEventListener("error", (event) => tell({ kind: "broken", says: String(event.message).slice(0, 300) }));
})();`;
