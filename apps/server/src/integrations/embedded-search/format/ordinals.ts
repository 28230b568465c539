import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';

/** Term value <-> dense number. The dictionary only grows, so segments keep their numbers. */
export interface Ordinals {
  find(field: string, value: string): number;
  number(field: string, value: string): number;
  value(field: string, term: number): string;
  size(field: string): number;
  since(field: string, from: number): readonly string[];
}

export function createOrdinals(fields: readonly string[]): Ordinals {
  const numbers = new Map(fields.map((field) => [field, new Map<string, number>()]));
  const values = new Map(fields.map((field) => [field, [] as string[]]));
  return {
    find: (field, value) => numbers.get(field)?.get(value) ?? -1,
    number(field, value) {
      const map = numbers.get(field);
      const list = values.get(field);
      if (!map || !list) throw new Error(`there is no term field ${field}`);
      const known = map.get(value);
      if (known !== undefined) return known;
      map.set(value, list.length);
      list.push(value);
      return list.length - 1;
    },
    value: (field, term) => values.get(field)?.[term] ?? '',
    size: (field) => values.get(field)?.length ?? 0,
    since: (field, from) => values.get(field)?.slice(from) ?? [],
  };
}

const line = 2_000;

/** Writes JSON lines of up to 2,000 values, and yields between lines. */
export async function writeOrdinals(fields: readonly string[], terms: Ordinals): Promise<Buffer> {
  const lines: string[] = [];
  for (const field of fields) {
    const all = terms.since(field, 0);
    for (let from = 0; from < all.length; from += line) {
      lines.push(JSON.stringify([field, ...all.slice(from, from + line)]));
      await breathe();
    }
  }
  return Buffer.from(lines.join('\n'));
}

export function readOrdinals(fields: readonly string[], text: string): Ordinals {
  const terms = createOrdinals(fields);
  for (const row of text.split('\n')) {
    if (row === '') continue;
    const [field, ...values] = JSON.parse(row) as [string, ...string[]];
    for (const value of values) terms.number(field, value);
  }
  return terms;
}

export const fingerprint = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
