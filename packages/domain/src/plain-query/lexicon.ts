/** What a name in a request can mean. */
export type NameKind = 'skill' | 'title' | 'city' | 'country' | 'region' | 'area' | 'company' | 'industry' | 'language';

export interface NamedThing {
  kind: NameKind;
  /** Id of the reference list; of an area the codes of its countries with commas. */
  id: string;
  /** The name shown. */
  name: string;
  /** 0 the best known ... 1 hardly anybody knows it. */
  rarity: number;
  /** The words are another spelling, not the name itself. */
  isAlias: boolean;
  /** A skill that is a technology: a language, a framework, a platform. */
  isTechnology?: boolean;
}

/** The names that a request is read with; an adapter of reference data gives them. */
export interface Lexicon {
  /** Everything of which `key` (nameKey) is a name. */
  named(key: string): readonly NamedThing[];
  /** An institution of education by its name as written, with the cases of Russian. */
  school(words: string): { id: string; name: string } | undefined;
}
