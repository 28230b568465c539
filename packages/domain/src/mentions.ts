interface Named {
  id: number;
  name: string;
}

export interface Mention {
  start: number;
  end: number;
  ids: number[];
}

/** Later signs are ignored, so that time stays linear. */
const mostSigns = 200;

/** An @ after a word character belongs to an e-mail address. */
export const isWordPart = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

const folded = (text: string): string =>
  Array.from(text, (sign) => {
    const lower = sign.toLowerCase();
    return lower.length === sign.length ? lower : sign;
  }).join('');

/** '@Ann Lee, please call': the longest matching name wins. */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  if (!text.includes('@')) return [];
  const words = folded(text);
  const idsByName = new Map<string, number[]>();
  for (const { id, name } of people) {
    const key = folded(name);
    idsByName.set(key, [...(idsByName.get(key) ?? []), id]);
  }
  const names = [...idsByName].toSorted(([one], [other]) => other.length - one.length);
  const found: Mention[] = [];
  let signs = 0;
  for (let at = words.indexOf('@'); at >= 0 && signs < mostSigns; at = words.indexOf('@', at + 1)) {
    if (isWordPart(words[at - 1])) continue;
    signs += 1;
    const named = names.find(([name]) => words.startsWith(name, at + 1) && !isWordPart(words[at + 1 + name.length]));
    if (named) found.push({ start: at, end: at + 1 + named[0].length, ids: named[1] });
  }
  return found;
}

export const mentionedIn = (text: string, people: readonly Named[]): number[] => [
  ...new Set(mentionsIn(text, people).flatMap(({ ids }) => ids)),
];
