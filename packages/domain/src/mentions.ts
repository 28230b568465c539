interface Named {
  id: number;
  name: string;
}

const isWordPart = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** The person whose name stands at a place of a text, the longest of those that fit; upper and lower case are one. */
function namedAt(text: string, at: number, people: readonly Named[]): Named | undefined {
  return people.find(({ name }) => text.startsWith(name, at) && !isWordPart(text[at + name.length]));
}

/** Ids of the people whom a text names after an @, each once: '@Ann Lee, please call'. */
export function mentionedIn(text: string, people: readonly Named[]): number[] {
  const words = text.toLocaleLowerCase();
  const byLength = people
    .map(({ id, name }) => ({ id, name: name.toLocaleLowerCase() }))
    .toSorted((one, other) => other.name.length - one.name.length);
  const found = new Set<number>();
  for (let at = words.indexOf('@'); at >= 0; at = words.indexOf('@', at + 1)) {
    // An address has its name before the sign.
    const person = isWordPart(words[at - 1]) ? undefined : namedAt(words, at + 1, byLength);
    // People of one name are all meant.
    if (person) for (const { id } of byLength.filter(({ name }) => name === person.name)) found.add(id);
  }
  return [...found];
}
