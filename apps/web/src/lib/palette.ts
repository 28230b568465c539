import { useEffect, useSyncExternalStore } from 'react';

export interface PaletteItem {
  id: string;
  label: string;
  /** A second, quieter line or word: company of a vacancy, position of a person. */
  note?: string;
  /** Heading it is listed under, in the person's language. */
  group: string;
  /** Further words it is found by. */
  keywords?: string;
  act: () => void;
}

/** Finds items on the server as the person types; registered once by the code that composes features. */
export interface PaletteSource {
  id: string;
  find: (query: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}

let items: readonly PaletteItem[] = [];
const sources = new Map<string, PaletteSource>();
const listeners = new Set<() => void>();

function change(next: readonly PaletteItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Offers items in the palette while the component is mounted. Pass a memoised list. */
export function usePaletteItems(list: readonly PaletteItem[]): void {
  useEffect(() => {
    change([...items, ...list]);
    return () => change(items.filter((item) => !list.includes(item)));
  }, [list]);
}

/** Adds a source of found items (vacancies, profiles); the same id replaces. */
export function registerPaletteSource(source: PaletteSource): void {
  sources.set(source.id, source);
}

export const paletteSources = (): readonly PaletteSource[] => [...sources.values()];

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaletteList = (): readonly PaletteItem[] => useSyncExternalStore(subscribe, () => items);
