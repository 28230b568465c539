import { loadFirstNames, loadLastNames, type PersonName } from '@headwater/reference/names';

const inLowerCase = (names: readonly PersonName[]) =>
  new Set(names.flatMap(({ name, latin }) => [name.toLowerCase(), ...(latin ? [latin.toLowerCase()] : [])]));

const known: { first?: Set<string>; last?: Set<string> } = {};

export const firstNames = (): ReadonlySet<string> => (known.first ??= inLowerCase(loadFirstNames()));
export const lastNames = (): ReadonlySet<string> => (known.last ??= inLowerCase(loadLastNames()));
