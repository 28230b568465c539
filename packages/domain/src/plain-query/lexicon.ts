/** What a name in a request can mean. */
export type NameKind = 'skill' | 'title' | 'city' | 'country' | 'region' | 'area' | 'company' | 'industry' | 'language';

export interface NamedThing {
  kind: NameKind;
  /** Id of the reference list; of an area the codes of its countries with commas; '' for a title that is looked for as the word it is. */
  id: string;
  /** The name shown. */
  name: string;
  /** 0 the best known ... 1 hardly anybody knows it. */
  rarity: number;
  /** The words are another spelling, not the name itself. */
  isAlias: boolean;
  /** A skill that is a technology: a language, a framework, a platform. */
  isTechnology?: boolean;
  /** A skill in which programs are written: a language or a framework. */
  isProgrammed?: boolean;
  /** Id of the region in which a city lies. */
  region?: string;
  /** How a city is written that goes by this name, where that is not `name`. */
  spelling?: string;
}

/** The names that a request is read with; an adapter of reference data gives them. */
export interface Lexicon {
  /** Everything of which `key` (nameKey) is a name. */
  named(key: string): readonly NamedThing[];
  /** An institution of education by its name as written, with the cases of Russian. */
  school(words: string): { id: string; name: string } | undefined;
  /** Whether a word is a first or last name of people. */
  personName(word: string): 'first' | 'last' | undefined;
}
