import { RefreshCw } from "lucide-react";
import { useWrite } from "#api/query.ts";
import type { Artifact, RefreshFrequency } from "#contract/dashboards/dashboard.ts";
import { refreshFrequencies } from "#contract/dashboards/dashboard.ts";
import { updateDashboard } from "#contract/dashboards/dashboards.ts";
import { refreshDashboard } from "#contract/dashboards/refresh.ts";
import { isBusy, refreshWords } from "#features/dashboards/dashboard-words.ts";
import { Button } from "#ui/button.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

/** Reads connections again now, or chooses how often that happens by itself. */
export function RefreshDashboard({ artifact }: { artifact: Artifact }) {
  const params = { artifactId: artifact.id };
  const refresh = useWrite(refreshDashboard);
  const update = useWrite(updateDashboard);
  const { running, paused } = artifact.refresh;
  const choose = (refresh_frequency: RefreshFrequency | null) =>
    update.mutate(
      { params, body: { refresh_frequency } },
      {
        onSuccess: () => toast(refresh_frequency === null ? "Refresh by itself is off" : `Refreshed ${refreshWords[refresh_frequency]}`),
        onError: toastFailed,
      },
    );
  const entries: MenuEntry[] = [
    {
      label: "Refresh now",
      icon: RefreshCw,
      disabled: isBusy(artifact),
      onSelect: () =>
        refresh.mutate({ params }, { onError: toastFailed, onSuccess: ({ refresh: { running: begun } }) => begun || toast("Refreshed") }),
    },
    { heading: paused ? "Paused after failures. Choose to resume" : "By itself" },
    ...refreshFrequencies.map((each): MenuEntry => ({
      label: sentence(refreshWords[each]),
      checked: !paused && artifact.refresh_frequency === each,
      onSelect: () => choose(each),
    })),
    { label: "Never", checked: artifact.refresh_frequency === null, onSelect: () => choose(null) },
  ];
  const often = artifact.refresh_frequency;
  return (
    <Menu
      trigger={
        <Button icon={RefreshCw} fold pending={running || refresh.isPending}>
          {paused ? "Refresh paused" : often === null ? "Refresh" : `Refresh ${refreshWords[often]}`}
        </Button>
      }
      entries={entries}
    />
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
