import {
  addValueSets,
  addDocuments,
  type ValueSetPart,
  type ValueSets,
  countGroup,
  countRows,
  room,
  tableWidth,
} from '../format/value-sets.ts';
import type { SearchPlan } from '../shard/protocol.ts';
import { counters } from './scratch-arrays.ts';
import { cachedTotal, ownedBy, type Segment } from '../format/segment.ts';

export interface Walk {
  totalled: readonly number[];
  /** Most documents are hits: counts are totals minus `others` plus `own`. */
  most: boolean;
  hits: () => Uint32Array;
  others: () => Uint32Array;
  /** Hits outside the totals: own documents of a company beside the common base. */
  own: () => Uint32Array;
  valueSets: (group: number) => Uint32Array;
}

/** Fewer groups are counted separately, more by whole rows. */
const wholeRows = 3;

function countedGroups({ parts }: ValueSets, { facets, histograms }: Pick<SearchPlan, 'facets' | 'histograms'>): Set<number> {
  const names = [...facets.map(({ field }) => `t.${field}`), ...histograms.map(({ field }) => `n.${field}`)];
  return new Set(names.flatMap((name) => (parts.get(name) ?? []).map(({ group }) => group)));
}

export function valueSetsOver(
  segment: Segment,
  plan: Pick<SearchPlan, 'facets' | 'histograms'>,
  lists: Omit<Walk, 'valueSets'>,
): (group: number) => Uint32Array {
  const { valueSets } = segment;
  const groups = countedGroups(valueSets, plan);
  const counted: Uint32Array[] = [];
  const count = (group: number): void => {
    const table = Math.floor(group / tableWidth);
    const counts = counters(table, valueSets.tables[table]!.width * room);
    const inTable = [...groups].filter((one) => Math.floor(one / tableWidth) === table);
    for (const one of inTable.length < wholeRows ? [group] : inTable) {
      const from = (one % tableWidth) * room;
      counted[one] = counts.subarray(from, from + valueSets.sizes[one]!);
      if (lists.most) counted[one].set(totalsOf(segment, one, lists.totalled));
      else counted[one].fill(0);
    }
    const add = (step: Parameters<typeof countRows>[1]): void => {
      if (inTable.length < wholeRows) countGroup(valueSets, { group, ...step }, counted[group]!);
      else countRows(valueSets.tables[table]!, step, counts);
    };
    if (lists.most) add({ documents: lists.others(), step: -1 });
    add({ documents: lists.most ? lists.own() : lists.hits(), step: 1 });
  };
  return (group) => {
    if (!counted[group]) count(group);
    return counted[group]!;
  };
}

const totalsOf = (segment: Segment, group: number, owners: readonly number[]): Uint32Array =>
  cachedTotal(segment, `c.${group}:${owners.join()}`, () => {
    const counts = new Uint32Array(segment.valueSets.sizes[group]!);
    countGroup(segment.valueSets, { group, documents: ownedBy(segment, owners).toUint32Array(), step: 1 }, counts);
    return counts;
  });

/** With fewer documents per combination, values are counted directly. */
const fewPerValueSet = 0.25;

interface Counting {
  counts: Uint32Array;
  shift?: number;
}

export function countPart(segment: Segment, part: ValueSetPart, counting: Counting & { walk: Walk }): void {
  const { walk, ...into } = counting;
  const size = segment.valueSets.sizes[part.group]!;
  if (walk.most || walk.hits().length > size * fewPerValueSet) addValueSets(part, walk.valueSets(part.group), into);
  else addDocuments(segment.valueSets, part, { ...into, documents: walk.hits() });
}

export function countBeyond(segment: Segment, part: ValueSetPart, counting: Counting & { documents: Uint32Array }): void {
  const { documents } = counting;
  const size = segment.valueSets.sizes[part.group]!;
  if (documents.length <= size * fewPerValueSet) return addDocuments(segment.valueSets, part, counting);
  const valueSets = counters(-1, size);
  valueSets.fill(0);
  countGroup(segment.valueSets, { group: part.group, documents, step: 1 }, valueSets);
  addValueSets(part, valueSets, counting);
}
