import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** Files, skills and plugins. */
export const libraryPlaces: PlacesOfArea = {
  full: ({ systemSkill }) => [
    { name: "files", path: "files", shows: "payment-terms.md" },
    { name: "files-folder", path: "files?folder=tools", shows: "supplier-letter.py" },
    { name: "file-table", path: "files?file=suppliers.csv", shows: /\d+ rows, \d+ columns/ },
    { name: "file-markdown", path: "files?file=payment-terms.md", shows: "Payment terms" },
    { name: "file-text", path: "files?file=payment-terms.md&raw=true", shows: "# Payment terms" },
    { name: "file-missing", path: "files?file=gone.md", shows: "This file does not exist" },
    { name: "file-versions", path: "files?file=payment-terms.md&version=0", shows: "This is the first version." },
    { name: "skills", path: "skills", shows: "csv-with-python" },
    { name: "skill", path: `skills/${systemSkill}`, shows: "Before you trust the figures" },
    { name: "skill-missing", path: "skills/00000000-0000-4000-8000-000000000000", shows: "This skill does not exist" },
    { name: "plugins", path: "plugins", shows: "Plugins are not available" },
  ],
  empty: [
    { name: "files", path: "files", shows: "No files yet" },
    { name: "skills", path: "skills", shows: "No skills of your own yet" },
  ],
  failing: () => [
    { name: "files", path: "files", shows: couldNotLoad },
    { name: "skills", path: "skills", shows: couldNotLoad },
  ],
};
