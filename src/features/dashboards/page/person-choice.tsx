import { useQuery } from "@tanstack/react-query";
import { peopleRead } from "#features/dashboards/queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { cx } from "#ui/cx.ts";

interface PersonChoiceProps {
  teamId: string;
  label: string;
  placeholder: string;
  value: string | null;
  onChange: (value: string | null) => void;
  className: string;
}

/** A member of the team by name. */
export function PersonChoice({ teamId, className, ...rest }: PersonChoiceProps) {
  const people = useQuery(peopleRead(teamId));
  const options = (people.data ?? []).map(({ id, name, email }) => ({ value: id, label: name ?? email }));
  return (
    <div className={cx("w-full min-w-0", className)}>
      <Combobox {...rest} options={options} loading={people.isFetching} from={people} />
    </div>
  );
}
