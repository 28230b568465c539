import { loadFirstNames, loadLastNames, type PersonName } from '@headwater/reference/names';

const inLowerCase = (names: readonly PersonName[]) =>
  new Set(names.flatMap(({ name, latin }) => [name.toLowerCase(), ...(latin ? [latin.toLowerCase()] : [])]));

const known: { first?: Set<string>; last?: Set<string> } = {};

/** First names of all countries in lower case, in their script and romanised. */
export const firstNames = (): ReadonlySet<string> => (known.first ??= inLowerCase(loadFirstNames()));
/** Last names, alike. */
export const lastNames = (): ReadonlySet<string> => (known.last ??= inLowerCase(loadLastNames()));
