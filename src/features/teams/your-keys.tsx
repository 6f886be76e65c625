import { Section } from "#ui/page.tsx";
import { KeyList } from "./key-list.tsx";
import { useOwnKeys } from "./own-keys.ts";

/** The reader's keys, where one was just created. */
export function YourKeys() {
  return (
    <Section title="Your keys" description="When each of them was last used, by a client or by another program.">
      <KeyList query={useOwnKeys()} />
    </Section>
  );
}
