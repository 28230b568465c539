import type { Comparison, Filter } from './filter.ts';

type Value = string | number | boolean | null | undefined;
export type Parts = Readonly<Record<string, Value>>;

const plain = (value: Value) => (typeof value === 'string' ? value.toLowerCase() : (value ?? null));

const tests: Record<Comparison, (one: string, other: string) => boolean> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

export function fits(filter: Filter, parts: Parts): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.terms.every((term) => fits(term, parts));
    case 'or':
      return filter.terms.some((term) => fits(term, parts));
    case 'not':
      return !fits(filter.term, parts);
    case 'present':
      return (plain(parts[filter.name]) ?? '') !== '';
    case 'some':
      return false;
    case 'compare': {
      const [one, other] = [plain(parts[filter.name]), plain(filter.value)];
      if (one === null || other === null) return filter.comparison === (one === other ? 'eq' : 'ne');
      return tests[filter.comparison](String(one), String(other));
    }
  }
}
