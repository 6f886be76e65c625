import type { Whose } from "#features/queues/queries.ts";
import { Tabs } from "#ui/tabs.tsx";

interface WhoseTabsProps {
  /** What the viewer's own are called. */
  mine: string;
  counts?: Readonly<Record<Whose, number | undefined>>;
  value: Whose;
  onChange: (whose: Whose) => void;
}

/** Own approvals, or those of everybody in the team: for Managers and above. */
export function WhoseTabs({ mine, counts, value, onChange }: WhoseTabsProps) {
  const tab = (whose: Whose, label: string) => {
    const count = counts?.[whose];
    return { value: whose, label, ...(count === undefined ? {} : { count }) };
  };
  return <Tabs label="Whose approvals" tabs={[tab("mine", mine), tab("team", "All of the team")]} value={value} onChange={onChange} />;
}
