import { Status } from "#ui/status.tsx";
import { settingAnchor } from "./engine-settings.ts";
import type { Sign } from "./sign.ts";

const states = {
  good: { look: "done", word: "Good" },
  look: { look: "asks", word: "Needs a look" },
  act: { look: "failed", word: "Needs action" },
} as const satisfies Record<Sign["state"], object>;

/** One row for each part, always in the same place and with both lines: what changes moves nothing. */
export function EngineSignRows({ signs }: { signs: readonly Sign[] }) {
  return (
    <ul>
      {signs.map((sign) => (
        <li
          key={sign.part}
          className="grid min-h-15 items-start grid-cols-[20px_1fr] gap-x-2 border-t border-line py-2 first:border-t-0 sm:grid-cols-[20px_112px_1fr]"
        >
          <span className="pt-0.5">
            <Status iconOnly {...states[sign.state]} />
          </span>
          <h3 className="text-ink-2 max-sm:sr-only">{sign.part}</h3>
          <div className="min-w-0">
            <p className={sign.state === "good" ? "" : "font-medium"}>{sign.verdict}</p>
            <p className="text-sm text-ink-2">
              {sign.note}
              {sign.settings.map((name) => (
                <span key={name}>
                  {" "}
                  <a href={`#${settingAnchor(name)}`} className="rounded-sm font-mono text-accent-ink underline underline-offset-2">
                    {name}
                  </a>
                </span>
              ))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
