import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tokens } from "./tokens.ts";

type Color = readonly [lightness: number, chroma: number, hue: number];
type Linear = readonly [red: number, green: number, blue: number];

const inRange = (value: number) => Math.min(1, Math.max(0, value));

function linearOf([lightness, chroma, hue]: Color): Linear {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    inRange(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    inRange(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    inRange(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function labOf([red, green, blue]: Linear): readonly number[] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How people see who lack red, green or blue cones, by Machado, Oliveira and Fernandes (2009), and how all others do. */
const sights: readonly (readonly Linear[])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

function apart(one: Color, other: Color): number {
  return Math.min(
    ...sights.map((sight) => {
      const [a, b] = [one, other].map((color) => {
        const linear = linearOf(color);
        return labOf(sight.map((row) => inRange(row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2])) as unknown as Linear);
      });
      return Math.hypot(...(a ?? []).map((value, at) => value - (b?.[at] ?? 0)));
    }),
  );
}

function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [one, other]
    .map((color) => {
      const [red, green, blue] = linearOf(color);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .toSorted((a, b) => a - b);
  return high / low;
}

const color = (name: string, theme: 0 | 1): Color => {
  const [lightness = 0, chroma = 0, hue = 0] = (tokens[name]?.[theme].match(/[\d.]+/g) ?? []).map(Number);
  return [lightness, chroma, hue];
};

test("the colours of a page are those of the console", () => {
  const console = readFileSync(new URL("../../../../public/first.css", import.meta.url), "utf8");
  const theme = readFileSync(new URL("../../../app.css", import.meta.url), "utf8");
  for (const [name, [light, dark]] of Object.entries(tokens)) {
    expect(console, name).toContain(`  --${name}: light-dark(${light}, ${dark});`);
    if (name.startsWith("chart-")) expect(theme, name).toContain(`  --color-${name}: var(--${name});`);
  }
  expect(Object.keys(tokens).length).toBeGreaterThan(25);
});

test.each([0, 1] as const)("marks are seen on their ground, and six hues are told apart by all eyes (theme %i)", (theme) => {
  const hues = [1, 2, 3, 4, 5, 6].map((hue) => color(`chart-${hue}`, theme));
  const canvas = color("canvas", theme);
  for (const [at, hue] of hues.entries()) expect(contrast(hue, canvas), `chart-${at + 1}`).toBeGreaterThanOrEqual(3.1);
  const pairs = hues.flatMap((one, at) => hues.slice(at + 1).map((other) => apart(one, other)));
  expect(Math.min(...pairs)).toBeGreaterThanOrEqual(0.076);
  for (const name of ["chart-edge", "chart-failed", "chart-waiting", "chart-other"]) {
    expect(contrast(color(name, theme), canvas), name).toBeGreaterThanOrEqual(3);
  }
  for (const name of ["ink", "ink-2", "ink-3", "failed", "accent-ink"]) {
    expect(contrast(color(name, theme), canvas), name).toBeGreaterThanOrEqual(4.5);
  }
});
