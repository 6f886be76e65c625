import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { kit } from "./kit.ts";
import { markup, Markup, named } from "./markup.ts";
import { pageOf } from "./page.ts";
import { type DrawingOptions, type Scene, sceneOf } from "./scene.ts";

export interface DocumentOptions extends DrawingOptions {
  /** `@font-face` rules whose files are `data:` addresses: nothing else is loaded. */
  readonly fonts?: string;
}

/**
 * What a document of ours may do: show itself. Heights and places are `style` attributes, which only `'unsafe-inline'` allows; no style can load or
 * send anything, as nothing else is allowed.
 */
export const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** A page as one file without scripts: the same on a desktop, on a phone, printed and offline. */
export function drawDocument(page: Page, answers: PageAnswers, options: DocumentOptions): string {
  const scene = sceneOf(page, answers, options);
  const styles = new Markup(`${options.fonts ?? ""}${kit(options.theme)}`.replaceAll("</", String.raw`<\/`));
  return markup`<!doctype html><html lang="en"><head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="${documentPolicy}"/><meta name="viewport" content="width=device-width,initial-scale=1"/><meta name="referrer" content="no-referrer"/><title>${page.title}</title><style>${styles}</style></head><body>${pageOf(scene)}${footOf(scene, answers)}</body></html>`
    .text;
}

function footOf({ dates, options }: Scene, { as_of, scope }: PageAnswers): Markup {
  const team = options.about ? markup` of ${named(options.about)}` : "";
  const seen = scope === "own" ? markup`Your own runs and schedules, and all cases${team}.` : markup`All runs and cases${team}.`;
  return markup`<footer class="ft"><p>As of ${dates.moment(as_of)}, ${dates.zone}. ${seen}</p></footer>`;
}
