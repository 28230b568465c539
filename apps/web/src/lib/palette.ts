import type { ReactNode } from 'react';

/** One line of the palette (Ctrl / Cmd + K). */
export interface PaletteItem {
  id: string;
  label: string;
  /** A second, quieter line or word: company of a vacancy, position of a person. */
  note?: string;
  /** Heading it is listed under, in the person's language. */
  group: string;
  /** A small picture before the label. */
  icon?: ReactNode;
  /** Further words it is found by. */
  keywords?: string;
  act: () => void;
}

/** Finds items on the server as the person types. */
export interface PaletteSource {
  id: string;
  /** Also offers what it finds of no words, when the palette opens. */
  atOnce?: boolean;
  find: (query: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}
