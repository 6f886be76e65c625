import { type ProcessStage, processStages } from "#contract/clarity/process-stages.ts";
import { ListTree, Map as MapIcon } from "lucide-react";
import type { Landscape } from "#contract/clarity/node.ts";
import type { LandscapeSearch } from "#features/clarity/clarity-search.ts";
import { stageWords } from "#features/clarity/process-words.ts";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { cx } from "#ui/cx.ts";
import { Drawer } from "#ui/drawer.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { useGo } from "#ui/link.tsx";
import { useMedia } from "#ui/media.ts";
import { SearchBox } from "#ui/search-box.tsx";
import { Select } from "#ui/select.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { framesOf, matcherOf, pathOf, peopleOf, processLink } from "./landscape-model.ts";
import { LandscapeMap } from "./landscape-map.tsx";
import { LandscapeTree } from "./landscape-tree.tsx";
import { NodePanel } from "./node-panel.tsx";
import { PassNotice } from "./pass-notice.tsx";
import { UnsortedPanel } from "./unsorted-panel.tsx";
import { usePasses } from "./use-passes.ts";
import { useSecondPress } from "./use-second-press.ts";

interface LandscapeViewProps {
  teamId: string;
  orgId: string;
  landscape: Landscape;
  /** When it was read, in milliseconds. */
  readAt: number;
  search: LandscapeSearch;
  onChange: (next: { [K in keyof LandscapeSearch]?: LandscapeSearch[K] | undefined }, step?: { replace: boolean }) => void;
}

/** Tree, map and the facts about what is chosen. Below 1200 px the tree or the map has the whole width. */
export function LandscapeView({ teamId, orgId, landscape, readAt, search, onChange }: LandscapeViewProps) {
  const roomy = useMedia("(min-width: 1200px)");
  const frames = framesOf(landscape);
  const { node: chosen, view = "tree" } = search;
  const passes = usePasses(orgId, landscape, readAt);
  const path = pathOf(landscape.links, chosen);
  const matches = matcherOf(search);
  const choose = (node: string | undefined) => onChange({ node });
  useShortcuts("Landscape", chosen === undefined ? [] : [{ keys: "escape", label: "Close what is chosen", run: () => choose(undefined) }]);
  const found = matches && frames.flatMap(({ rows }) => rows.filter(matches)).length;
  const node = landscape.nodes.find(({ id }) => id === chosen);
  const unsorted = landscape.unlinkedProcesses.find(({ id }) => id === chosen);
  const shared = { frames, links: landscape.links, chosen, path, matches };
  const facts = node ? (
    <NodePanel key={node.id} {...{ teamId, orgId, node, landscape }} onChoose={choose} />
  ) : unsorted ? (
    <UnsortedPanel key={unsorted.id} {...{ teamId, orgId, landscape }} process={unsorted} onChoose={choose} />
  ) : null;
  const go = useGo();
  const linkOf = (id: string) => {
    const row = frames.flatMap(({ rows }) => rows).find((each) => each.id === id);
    return row && processLink(row, teamId);
  };
  const open = (id: string) => {
    const link = linkOf(id);
    if (link !== undefined) go(link);
  };
  const secondPress = useSecondPress(linkOf);
  const tree = <LandscapeTree {...shared} choosesAreas={roomy} onChoose={choose} onOpen={open} />;
  return (
    <div {...secondPress} className="flex min-h-0 flex-1 flex-col lg:flex-row">
      {roomy ? (
        <div className="hidden w-[232px] shrink-0 flex-col border-e border-line lg:flex">
          {tree}
          <TreeKeys />
        </div>
      ) : null}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div role="group" aria-label="Filters" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
          <div className="flex w-full sm:w-72">
            <SearchBox
              label="Find a process or person"
              value={search.search ?? ""}
              onSearch={(text, step) => onChange({ search: text || undefined }, step)}
            />
          </div>
          <div className="w-28 sm:w-32">
            <Select
              aria-label="Stage"
              empty="Any stage"
              options={processStages.map((value) => ({ value, label: stageWords[value] }))}
              value={search.stage ?? ""}
              onChange={({ target: { value } }) => onChange({ stage: value === "" ? undefined : (value as ProcessStage) })}
            />
          </div>
          <div className="w-28 sm:w-32">
            <Select
              aria-label="Person"
              empty="Any person"
              options={peopleOf(frames)}
              value={search.person ?? ""}
              onChange={({ target: { value } }) => onChange({ person: value || undefined })}
            />
          </div>
          <span role="status" className="text-sm text-ink-3">
            {found === undefined ? "" : `${found.toLocaleString("en")} found`}
          </span>
          <span className="ms-auto flex gap-0.5 lg:hidden">
            <IconButton
              icon={ListTree}
              label="Tree"
              aria-pressed={view === "tree"}
              onClick={() => onChange({ view: undefined })}
              className={pressed(view === "tree")}
            />
            <IconButton
              icon={MapIcon}
              label="Map"
              aria-pressed={view === "map"}
              onClick={() => onChange({ view: "map" })}
              className={pressed(view === "map")}
            />
          </span>
        </div>
        <PassNotice landscape={landscape} underWay={passes.underWay} onOrganize={passes.organize} onGenerate={passes.generate} />
        {view === "tree" ? <div className="flex min-h-0 flex-1 flex-col lg:hidden">{roomy ? null : tree}</div> : null}
        <div className={cx("flex min-h-0 flex-1 flex-col", view === "tree" && "max-lg:hidden")}>
          <LandscapeMap {...shared} onChoose={choose} onOrganize={passes.organize} />
          <Legend />
        </div>
      </div>
      {facts === null ? null : roomy ? (
        facts
      ) : (
        // What is being made stands before what is chosen.
        <Drawer open={search.add === undefined} hideTitle title={node?.name ?? unsorted?.name ?? ""} onClose={() => choose(undefined)}>
          {facts}
        </Drawer>
      )}
    </div>
  );
}

const pressed = (on: boolean) => (on ? "bg-pressed text-ink" : "");

function Legend() {
  return (
    <ul aria-label="Stages" className="flex shrink-0 flex-wrap gap-x-4 gap-y-1 border-t border-line px-3 py-2 text-xs text-ink-2">
      {processStages.map((stage) => (
        <li key={stage} className="flex items-center gap-1.5">
          <StageMarks stage={stage} />
          <span aria-hidden>{stageWords[stage]}</span>
        </li>
      ))}
    </ul>
  );
}

function TreeKeys() {
  return (
    <p className="shrink-0 border-t border-line px-3 py-2 text-xs leading-5 text-ink-3 [&_kbd]:mx-0.5">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> move <Kbd>→</Kbd>
      <Kbd>←</Kbd> open, close
      <br />
      <Kbd>L</Kbd> linked <Kbd>Enter</Kbd> choose, open
    </p>
  );
}
