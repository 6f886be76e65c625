import { pathTo } from "#api/path-to.ts";
import { caseRecipes } from "#sdk/reference/case-recipes.ts";
import { runRecipes } from "#sdk/reference/run-recipes.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Section } from "#ui/page.tsx";
import { useLanguage } from "./language-tabs.tsx";

/** Tasks that most programs have, each whole and ready to run. */
export function Cookbook() {
  const { language, tabs } = useLanguage();
  return (
    <div className="mx-auto w-full max-w-[820px] px-4 py-6 md:px-6">
      <p className="mb-4 text-ink-2">
        Each block runs as it is, once address and key are in the environment and the ids that it names are too. How to get there is on{" "}
        <AnyLink link={pathTo("/developers", {})} className="text-accent-ink underline underline-offset-2">
          Developers
        </AnyLink>
        .
      </p>
      <div className="mb-6">{tabs}</div>
      {[...caseRecipes, ...runRecipes].map((recipe) => (
        <Section key={recipe.id} title={recipe.title} description={recipe.words}>
          <CodeBlock label={`Needs ${recipe.needs.join(", ")}`} text={recipe[language].trimEnd()} />
        </Section>
      ))}
    </div>
  );
}
