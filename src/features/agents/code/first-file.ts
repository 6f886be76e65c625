import { type BundleFile, mainFile } from "#contract/agents/config.ts";

/** The file that a reader begins with: where the program starts, in whichever order its files are stored. */
export function firstOf(files: readonly BundleFile[]): BundleFile | undefined {
  return files.find(({ path }) => path === mainFile) ?? files[0];
}
