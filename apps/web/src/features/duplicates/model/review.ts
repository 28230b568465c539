import type { ValuesOf } from '#lib/screen-params.ts';
import { duplicateParams } from './params.ts';

interface Place {
  shown: Partial<ValuesOf<typeof duplicateParams.shape>>;
  at: number;
}

const start: Place = { shown: {}, at: 0 };
/** Outlives the list while the user compares a pair on the merge screen. */
let place = start;

export const keepPlace = (next: Place): void => void (place = next);
export const keptIndex = (): number => place.at;
export const isPlaceKept = (): boolean => place !== start;
export const forgetPlace = (): void => void (place = start);
/** Address parameters of the list that led to the merge screen. */
export const reviewSearch = () => duplicateParams.write(place.shown);

let undos: readonly (() => void)[] = [];

/** Returns a function that forgets the undo. */
export function keepUndo(act: () => void): () => void {
  undos = [...undos, act];
  return () => void (undos = undos.filter((one) => one !== act));
}

export function undoLast(): void {
  const last = undos.at(-1);
  undos = undos.slice(0, -1);
  last?.();
}
