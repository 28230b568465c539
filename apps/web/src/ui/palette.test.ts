import { describe, expect, it } from 'vitest';
import { dark, light, statusColors, teal } from './palette.ts';

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05). */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

describe('the palette', () => {
  it.each([
    ['light', light],
    ['dark', dark],
  ])('[DEC-15] all text of the %s scheme reaches AA on each of its backgrounds', (_name, scheme) => {
    const failing: string[] = [];
    for (const text of [scheme.text, scheme.muted, scheme.accentText, scheme.danger, scheme.warning, scheme.success]) {
      for (const ground of [scheme.ground, scheme.surface, scheme.hover, scheme.selected]) {
        if (contrast(text, ground) < 4.5) failing.push(`${text} on ${ground}`);
      }
    }
    expect(failing).toEqual([]);
    expect(contrast(scheme.focus, scheme.ground)).toBeGreaterThanOrEqual(3);
  });

  it('[DEC-15] the twelve status colours are readable in both schemes', () => {
    expect(statusColors).toHaveLength(12);
    const pairs = statusColors.flatMap((color) => [color.light, color.dark]);
    expect(pairs.filter(({ text, ground }) => contrast(text, ground) < 4.5)).toEqual([]);
  });

  it('[DEC-15] white on the accent of buttons reaches AA in both schemes', () => {
    expect(contrast('#ffffff', teal[7])).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', teal[6])).toBeGreaterThanOrEqual(4.5);
  });
});
