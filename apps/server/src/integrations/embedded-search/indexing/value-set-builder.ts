import { growing, type Section, sharedI32, sharedNarrow, sharedU32 } from '../format/typed-arrays.ts';
import { createPairCodec } from './pair-codec.ts';
import type { Lists } from '../format/columns.ts';
import { tableWidth } from '../format/value-sets.ts';

/**
 * Numbers combinations of values, so that a search counts several fields in one step per document.
 * Joins fields while they have few combinations.
 */
export interface ValueSetBuilder {
  add(name: string, lists: Lists): boolean;
  write(into: Record<string, Section>): void;
}

interface Part {
  name: string;
  of: Uint16Array;
  at: Uint32Array;
  values: Int32Array;
}

interface Group {
  of: Uint16Array;
  size: number;
  members: { part: Part; sets: Uint32Array | undefined }[];
}

const most = 65_535;
/** This many counters fit in the CPU caches. */
const mostTogether = 16_384;
/** With fewer documents per combination, counting single values is as fast. */
const fewestEach = 8;
/** Splits a field with many sets: two steps per document are still fewer than all values. */
const shares = [1, 2, 4];

export function createValueSetBuilder(documents: number): ValueSetBuilder {
  const limit = Math.min(most, Math.max(16, Math.floor(documents / fewestEach)));
  const parts: Part[] = [];
  return {
    add(name, lists) {
      const mean = lists.values.length / Math.max(1, documents);
      for (const share of shares) {
        if (share > 1 && share > mean) return false;
        const made = sharesOf(name, lists, { limit, share });
        if (made) return parts.push(...made) > 0;
      }
      return false;
    },
    write(into) {
      const groups = together(parts, { documents, limit: Math.min(limit, mostTogether) });
      writeRows(groups, documents, into);
      into['c.sizes'] = sharedU32(groups.map(({ size }) => size));
      groups.forEach(({ members }, group) =>
        members.forEach((member, number) => writeMember(`c.${group}.${number}.${member.part.name}`, member, into)),
      );
    },
  };
}

function sharesOf(name: string, lists: Lists, { limit, share }: { limit: number; share: number }): Part[] | undefined {
  const made: Part[] = [];
  for (let rest = 0; rest < share; rest++) {
    const part = partOf(lists, { limit, share, rest });
    if (!part) return undefined;
    made.push({ name, ...part });
  }
  return made;
}

/** Each transition from a set to one with one more value has a number. */
function partOf(lists: Lists, cut: { limit: number; share: number; rest: number }): Omit<Part, 'name'> | undefined {
  const { limit, share, rest } = cut;
  const documents = lists.at.length - 1;
  const steps = createPairCodec(limit * 4);
  const setAfter = new Int32Array(limit * 4 + 1).fill(-1);
  const of = new Uint16Array(documents);
  const starts = growing();
  const values = growing();
  const ofDocument: number[] = [];
  for (let document = 0; document < documents; document++) {
    ofDocument.length = 0;
    for (let place = lists.at[document]!; place < lists.at[document + 1]!; place++) {
      if (share === 1 || lists.values[place]! % share === rest) ofDocument.push(lists.values[place]!);
    }
    if (ofDocument.length > 1) ofDocument.sort((a, b) => a - b);
    let step = 0;
    for (const value of ofDocument) {
      step = steps.number(step, value) + 1;
      if (step === 0) return undefined;
    }
    if (setAfter[step]! < 0) {
      if (starts.length === limit) return undefined;
      setAfter[step] = starts.length;
      starts.push(values.length);
      for (const value of ofDocument) values.push(value);
    }
    of[document] = setAfter[step]!;
  }
  starts.push(values.length);
  return { of, at: Uint32Array.from(starts.view()), values: values.view().slice() };
}

function together(parts: readonly Part[], bounds: { documents: number; limit: number }): Group[] {
  const groups = parts.map((part): Group => ({
    of: part.of,
    size: part.at.length - 1,
    members: [{ part, sets: Uint32Array.from(part.at.keys()).subarray(0, -1) }],
  }));
  for (let found = true; found;) {
    groups.sort((a, b) => a.size - b.size);
    found = joinFirst(groups, bounds);
  }
  return groups;
}

function joinFirst(groups: Group[], { documents, limit }: { documents: number; limit: number }): boolean {
  for (let first = 0; first < groups.length; first++) {
    for (let second = first + 1; second < groups.length; second++) {
      const joined = join(groups[first]!, groups[second]!, { documents, limit });
      if (!joined) continue;
      groups.splice(second, 1);
      groups[first] = joined;
      return true;
    }
  }
  return false;
}

function join(a: Group, b: Group, { documents, limit }: { documents: number; limit: number }): Group | undefined {
  if (a.size > limit || b.size > limit) return undefined;
  const pairs = createPairCodec(limit);
  const of = new Uint16Array(documents);
  for (let document = 0; document < documents; document++) {
    const number = pairs.number(a.of[document]!, b.of[document]!);
    if (number < 0) return undefined;
    of[document] = number;
  }
  const { firsts, seconds } = pairs.pairs();
  const members = [
    ...a.members.map(({ part, sets }) => ({ part, sets: sets ? firsts.map((combination) => sets[combination]!) : firsts })),
    ...b.members.map(({ part, sets }) => ({ part, sets: sets ? seconds.map((combination) => sets[combination]!) : seconds })),
  ];
  return { of, size: firsts.length, members };
}

/** A column per group, sixteen columns per table. */
function writeRows(groups: readonly Group[], documents: number, into: Record<string, Section>): void {
  for (let from = 0; from < groups.length; from += tableWidth) {
    const columns = groups.slice(from, from + tableWidth);
    const width = Math.ceil(columns.length / 4) * 4;
    const rows = new Uint16Array(new SharedArrayBuffer(documents * width * 2));
    columns.forEach(({ of }, column) => {
      for (let document = 0; document < documents; document++) rows[document * width + column] = of[document]!;
    });
    into[`c.rows.${from / tableWidth}`] = rows;
  }
}

function writeMember(name: string, { part, sets }: Group['members'][number], into: Record<string, Section>): void {
  into[`${name}.at`] = sharedU32(part.at);
  into[`${name}.values`] = sharedI32(part.values);
  if (sets) into[`${name}.sets`] = sharedNarrow(sets, part.at.length - 2);
}
