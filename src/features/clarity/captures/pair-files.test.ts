import { expect, it } from "vitest";
import { pairFiles } from "./pair-files.ts";

const paired = (...names: string[]) => {
  const { ready, waiting } = pairFiles(names.map((name) => new File([], name)));
  const told = ready.map(({ file, transcript }) => (transcript ? `${file.name} + ${transcript.name}` : file.name));
  return [told, waiting.map(({ name }) => name)];
};

it("gives a recording the transcript of its name, or the only one beside it", () => {
  expect(paired("talk.mp4", "words.vtt")).toEqual([["talk.mp4 + words.vtt"], []]);
  expect(paired("a.mp4", "b.webm", "B.en.srt", "notes.txt")).toEqual([["b.webm + B.en.srt", "notes.txt"], ["a.mp4"]]);
  expect(paired("a.mp3", "b.vtt", "c.vtt")).toEqual([["b.vtt", "c.vtt"], ["a.mp3"]]);
  expect(paired("a.vtt")).toEqual([["a.vtt"], []]);
});
