import type { ReactNode } from 'react';

/** Line of the palette (Ctrl/Cmd+K). */
export interface PaletteItem {
  id: string;
  label: string;
  /** Secondary text: company of a vacancy, position of a person. */
  note?: string;
  group: string;
  icon?: ReactNode;
  /** Synonyms for the search. */
  keywords?: string;
  act: () => void;
}

/** Searches the server while the user types. */
export interface PaletteSource {
  id: string;
  /** True if the source also returns items for an empty query. */
  atOnce?: boolean;
  find: (query: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}
