import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { highestOf } from './chart.ts';
import { daysBetween, labelStride, ticksOf } from './scale.ts';

describe('the y axis', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [97, [0, 50, 100]],
    [12_345, [0, 5000, 10_000, 15_000]],
  ])('has round whole ticks from zero up to %i', (highest, ticks) => {
    expect(ticksOf(highest, { smallest: 1 })).toEqual(ticks);
  });

  it('has round ticks of shares without rounding errors', () => {
    expect(ticksOf(0.28)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticksOf(1)).toEqual([0, 0.5, 1]);
  });

  it('covers every highest value with few ticks', () => {
    for (let highest = 1; highest < 100_000; highest = Math.ceil(highest * 1.13)) {
      const ticks = ticksOf(highest, { smallest: 1 });
      expect([highest, ticks[0], (ticks.at(-1) ?? 0) >= highest, ticks.length <= 6]).toEqual([highest, 0, true, true]);
    }
  });

  it('fits the highest stack or the highest bar', () => {
    const series = [
      { key: 'a', name: 'A', values: [1, null, 5] },
      { key: 'b', name: 'B', values: [2, 4, 3] },
    ];
    expect([highestOf('stacked', series), highestOf('bars', series), highestOf('lines', [])]).toEqual([8, 5, 0]);
  });
});

it('labels every nth category, so that labels do not overlap', () => {
  expect(labelStride(30, { room: 600, width: 60 })).toBe(3);
  expect(labelStride(3, { room: 600, width: 60 })).toBe(1);
  expect(labelStride(3, { room: 0, width: 60 })).toBeGreaterThan(3);
});

it('lists days over a month, a leap day and a clock change once', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysBetween('2026-03-28', '2026-03-30')).toHaveLength(3);
});

type Color = readonly number[];
const css = readFileSync(join(import.meta.dirname, 'charts.module.css'), 'utf8');
const hexes = [...css.matchAll(/--chart-\d: (#\w{6})/g)].map(([, hex = '']) => hex);
const linear = (hex: string): Color =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
const times = (matrix: readonly Color[], color: Color): Color =>
  matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * (color[at] ?? 0), 0),
      ),
    ),
  );
const luminance = (color: Color) => 0.2126 * (color[0] ?? 0) + 0.7152 * (color[1] ?? 0) + 0.0722 * (color[2] ?? 0);
const labPart = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
function lab(color: Color): Color {
  const [red = 0, green = 0, blue = 0] = color;
  const x = labPart((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const y = labPart(luminance(color));
  const z = labPart((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (one: Color, other: Color) => Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));

/** Machado, Oliveira, Fernandes 2009, severity 1. */
const sights = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each([
  ['light', hexes.slice(0, 6), '#ffffff'],
  ['dark', hexes.slice(6), '#17181b'],
])('the colours of series in the %s scheme', (_scheme, colors, ground) => {
  it('[DEC-15] reach a contrast of 3 to the background', () => {
    expect(colors).toHaveLength(6);
    for (const color of colors) {
      const [high = 0, low = 0] = [luminance(linear(color)), luminance(linear(ground))].toSorted((one, other) => other - one);
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.entries(sights))('[DEC-15] differ for a reader with %s', (_sight, matrix) => {
    const seen = colors.map((color) => lab(times(matrix, linear(color))));
    const pairs = seen.flatMap((one, at) => seen.slice(at + 1).map((other) => distance(one, other)));
    expect(Math.min(...pairs)).toBeGreaterThan(10);
  });
});
