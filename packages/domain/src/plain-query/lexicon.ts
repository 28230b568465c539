export type NameKind = 'skill' | 'title' | 'city' | 'country' | 'region' | 'area' | 'company' | 'industry' | 'language';

export interface NamedThing {
  kind: NameKind;
  /** For an area its country codes, comma-separated; '' for a title searched as a word. */
  id: string;
  name: string;
  /** 0 (best known) to 1 (hardly known). */
  rarity: number;
  isAlias: boolean;
  isTechnology?: boolean;
  isProgrammed?: boolean;
  region?: string;
  spelling?: string;
}

/** Implemented by an adapter of the reference data. */
export interface Lexicon {
  named(key: string): readonly NamedThing[];
  school(words: string): { id: string; name: string } | undefined;
  personName(word: string): 'first' | 'last' | undefined;
}
