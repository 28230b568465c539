import { type RangeFacet, type SliderMark, sliderOf } from '@headwater/domain/query/facets';
import type { FilterRange } from '@headwater/domain/query/filters';

/** Slider with evenly spaced marks as steps; graduation years are one step each. */
export interface RangeScale {
  values: number[];
  marks: (SliderMark & { step: number })[];
  /** Values per label unit: 12 months per year. */
  unit: number;
}

export function rangeScale(facet: RangeFacet, year: number): RangeScale {
  const { min, max, marks } = sliderOf(facet, year);
  const values =
    facet === 'graduation' ? Array.from({ length: max - min + 1 }, (_, index) => min + index) : marks.map((mark) => mark.value);
  return { values, marks: marks.map((mark) => ({ ...mark, step: values.indexOf(mark.value) })), unit: facet === 'onLastPosition' ? 12 : 1 };
}

const nearest = (values: readonly number[], value: number) =>
  values.reduce((best, candidate, index) => (Math.abs(candidate - value) < Math.abs((values[best] ?? 0) - value) ? index : best), 0);

/** Steps of the thumbs; open ends are the ends of the slider. */
export const stepsOf = ({ values }: RangeScale, range: FilterRange | undefined): [number, number] => [
  nearest(values, range?.min ?? values[0] ?? 0),
  nearest(values, range?.max ?? values.at(-1) ?? 0),
];

/** FLT-041, FLT-045 to FLT-049: open at the first and last mark. */
export const rangeOf = ({ values }: RangeScale, [from, to]: readonly [number, number]): FilterRange => ({
  min: from === 0 ? null : (values[from] ?? null),
  max: to === values.length - 1 ? null : (values[to] ?? null),
});

/** Label of a mark with the decimal separator of the language. */
export const markWords = (label: string, language: string): string => (language === 'ru' ? label.replace('.', ',') : label);

export function rangeWords({ values, marks, unit }: RangeScale, range: FilterRange | undefined, language = 'en'): string {
  const label = (value: number) => marks.find((mark) => mark.value === value)?.label ?? String(Math.round((value / unit) * 10) / 10);
  const word = (value: number) => markWords(label(value), language);
  return `${word(range?.min ?? values[0] ?? 0)} – ${word(range?.max ?? values.at(-1) ?? 0)}`;
}

interface Bars {
  edges: readonly number[];
  counts: readonly number[];
  below: number;
  above: number;
}

/** Distributes each histogram bar over the steps that it overlaps. */
export function barsOf({ values }: RangeScale, { edges, counts, below, above }: Bars): number[] {
  const bars = values.slice(1).map((to, index) => {
    const from = values[index] ?? to;
    return counts.reduce((sum, count, at) => {
      const [low, high] = [edges[at] ?? 0, edges[at + 1] ?? 0];
      const overlap = Math.min(high, to) - Math.max(low, from);
      return overlap > 0 && high > low ? sum + (count * overlap) / (high - low) : sum;
    }, 0);
  });
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  const outside = (isOutside: (low: number, high: number) => boolean) =>
    counts.reduce((sum, count, at) => (isOutside(edges[at] ?? 0, edges[at + 1] ?? 0) ? sum + count : sum), 0);
  if (bars.length > 0) {
    bars[0] = (bars[0] ?? 0) + below + outside((_, high) => high <= first);
    bars[bars.length - 1] = (bars.at(-1) ?? 0) + above + outside((low) => low >= last);
  }
  return bars;
}
