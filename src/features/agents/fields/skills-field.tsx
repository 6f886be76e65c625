import { useQuery } from "@tanstack/react-query";
import { BookOpen, CircleAlert, X } from "lucide-react";
import { useFieldValue } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { listSkills } from "#contract/library/skills.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import type { StepForm } from "./step-form.ts";

/** The skills that a step may read. One that the team no longer has is marked. */
export function SkillsField({ form, at, teamId }: StepForm & { teamId: string }) {
  const name = `${at}.data.skills`;
  const chosen = (useFieldValue(form, name) as readonly string[] | null | undefined) ?? [];
  const skills = useQuery(read(listSkills, { params: { teamId } }));
  const all = skills.data?.skills ?? [];
  const options = all
    .filter(({ id }) => !chosen.includes(id))
    .map((skill) => ({ value: skill.id, label: skill.name, note: skill.description }));
  return (
    <Field
      label="Skills"
      hint="The agent sees their names and descriptions, and reads a skill when it needs it."
      error={form.errorOf(name) ?? skills.error?.message}
    >
      <Combobox
        options={options}
        value={null}
        onChange={(id) => id !== null && form.set(name, [...chosen, id])}
        placeholder="Add a skill"
        loading={skills.isPending}
      />
      {chosen.length > 0 ? (
        <ul aria-label="Chosen skills" className="mt-2 flex flex-col">
          {chosen.map((id) => {
            const skill = all.find((each) => each.id === id);
            const missing = skills.data !== undefined && !skill;
            const Icon = missing ? CircleAlert : BookOpen;
            const label = skill?.name ?? id;
            return (
              <li key={id} className="flex min-h-7 items-center gap-2 text-sm">
                <Icon size={16} strokeWidth={1.75} aria-hidden className={missing ? "shrink-0 text-failed" : "shrink-0 text-ink-3"} />
                <AnyLink
                  link={pathTo("/t/$teamId/skills/$skillId", { teamId, skillId: id })}
                  className="min-w-0 flex-1 truncate hover:underline"
                  title={skill?.description}
                >
                  {label}
                </AnyLink>
                {missing ? <span className="text-xs text-failed">missing</span> : null}
                <IconButton
                  size="sm"
                  icon={X}
                  label={`Remove ${label}`}
                  onClick={() =>
                    form.set(
                      name,
                      chosen.filter((other) => other !== id),
                    )
                  }
                />
              </li>
            );
          })}
        </ul>
      ) : null}
    </Field>
  );
}
