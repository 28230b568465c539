import { loadFirstNames, loadLastNames, type PersonName } from '@headwater/reference/names';

const spelled = (names: readonly PersonName[]) =>
  new Set(
    names.flatMap(({ name, latin }) => [name, ...(latin === null ? [] : [latin])]).map((name) => name.toLowerCase().replaceAll('ё', 'е')),
  );

export function makePersonNames(): (word: string) => 'first' | 'last' | undefined {
  const [first, last] = [spelled(loadFirstNames()), spelled(loadLastNames())];
  return (word) => {
    const name = word.toLowerCase().replaceAll('ё', 'е');
    return first.has(name) ? 'first' : last.has(name) ? 'last' : undefined;
  };
}
