import { type Section, sharedNarrow, sharedU32 } from './typed-arrays.ts';

/** Values of document d are `values[at[d]] .. values[at[d + 1] - 1]`. */
export interface Lists {
  at: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** Document -> values: an array if no document has two values (`none`: no value), else lists. */
export interface Column {
  one?: Uint16Array | Uint32Array;
  none: number;
  at: Uint32Array;
  values: Uint16Array | Uint32Array;
}

export function writeColumn(name: string, lists: Lists, into: Record<string, Section>): void {
  const documents = lists.at.length - 1;
  let max = 0;
  for (let at = 0; at < lists.values.length; at++) max = Math.max(max, lists.values[at] ?? 0);
  if (isSingle(lists)) {
    const none = max >= 0xffff ? 0xffffffff : 0xffff;
    const one = new Uint32Array(documents).fill(none);
    for (let document = 0; document < documents; document++) {
      const at = lists.at[document] ?? 0;
      if ((lists.at[document + 1] ?? 0) > at) one[document] = lists.values[at] ?? none;
    }
    into[`${name}.one`] = sharedNarrow(one, max);
    return;
  }
  into[`${name}.at`] = sharedU32(lists.at);
  into[`${name}.values`] = sharedNarrow(lists.values, max);
}

function isSingle(lists: Lists): boolean {
  for (let document = 0; document + 1 < lists.at.length; document++) {
    if ((lists.at[document + 1] ?? 0) - (lists.at[document] ?? 0) > 1) return false;
  }
  return true;
}

export function readColumn(name: string, sections: Record<string, Section>): Column {
  const one = sections[`${name}.one`] as Uint16Array | Uint32Array | undefined;
  const at = (sections[`${name}.at`] as Uint32Array | undefined) ?? new Uint32Array(1);
  const values = (sections[`${name}.values`] as Uint16Array | Uint32Array | undefined) ?? new Uint32Array(0);
  return { one, none: one instanceof Uint16Array ? 0xffff : 0xffffffff, at, values };
}

export function countColumn(column: Column, walk: { documents: Uint32Array; step: 1 | -1 }, counts: Uint32Array): void {
  const { documents, step } = walk;
  if (column.one) {
    const { one, none } = column;
    for (let index = 0; index < documents.length; index++) {
      const value = one[documents[index]!]!;
      if (value !== none) counts[value]! += step;
    }
    return;
  }
  const { at, values } = column;
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index]!;
    const end = at[document + 1]!;
    for (let place = at[document]!; place < end; place++) counts[values[place]!]! += step;
  }
}
