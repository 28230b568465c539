import type { ReactNode } from 'react';

export interface PaletteItem {
  id: string;
  label: string;
  note?: string;
  group: string;
  icon?: ReactNode;
  keywords?: string;
  act: () => void;
}

export interface PaletteSource {
  id: string;
  /** True if the source also returns items for an empty query. */
  atOnce?: boolean;
  find: (query: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}
