const marker = /^\s*(?:[-*•–—]|\d+[.)])\s+/;

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
const bare = (text: string): string =>
  capital(
    text
      .replace(marker, '')
      .trim()
      .replace(/[.;,]+$/, ''),
  );

const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?…])\s+(?=\p{Lu}|\p{N})/u).map((one) => one.trim());

const lastAnd = /^(\S+(?: \S+){0,2}) (?:and|und|y|et|e|i|ve|и|та) (\S+(?: \S+){0,2})$/u;

function itemsOf(line: string): string[] {
  const parts = line.split(/,\s+/);
  const last = parts.at(-1)?.replace(/^(?:and|und|y|et|e|i|ve|и|та) /u, '') ?? '';
  const all = [...parts.slice(0, -1), ...(lastAnd.exec(last)?.slice(1) ?? [last])];
  return parts.length > 1 && all.every((part) => part.split(' ').length <= 7) ? all : [line];
}

/** Points of a text: lines, else parts between semicolons, sentences, or items of a single line. */
export function pointsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [only = ''] = lines;
  const parts = lines.length > 1 ? lines : only.includes(';') ? only.split(';') : sentencesIn(only);
  const [single = ''] = parts;
  return (parts.length === 1 ? itemsOf(single) : parts).map(bare).filter((point) => point !== '');
}

export interface Job {
  name?: string;
  sentences: string[];
  points: string[];
}

const longestName = 100;
const isHeading = (line: string, next: string | undefined) =>
  line.length <= 60 && !/[.!?…]$/.test(line) && next !== undefined && marker.test(next);

function firstList(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => marker.test(line));
  const length = lines.slice(start).findIndex((line) => !marker.test(line));
  return start < 0 ? [] : lines.slice(start, length < 0 ? undefined : start + length);
}

export function readJob(text: string): Job {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const isName = first.length <= longestName && !/[.!?…]$/.test(first.trim()) && !marker.test(first);
  const rest = (isName ? lines.slice(1) : lines).map((line) => line.trim());
  const running = rest.filter((line, index) => !marker.test(line) && !isHeading(line, rest[index + 1]));
  return {
    ...(isName ? { name: first.trim() } : {}),
    sentences: running.flatMap(sentencesIn).filter((sentence) => sentence !== ''),
    points: firstList(rest).map(bare),
  };
}

export function findSkills(job: string, skills: readonly string[]): string[] {
  const words = ` ${job.toLowerCase().replaceAll(/[^\p{L}\p{N}+#.]+/gu, ' ')} `.replaceAll('. ', ' ');
  return skills.filter((skill) =>
    words.includes(
      ` ${skill
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}+#.]+/gu, ' ')
        .trim()} `,
    ),
  );
}

const stems = (text: string): Set<string> => new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)));

export function sortByWishes(sentences: readonly string[], wishes: string): string[] {
  const wishedStems = stems(wishes);
  const shared = (sentence: string) => [...stems(sentence)].filter((stem) => wishedStems.has(stem)).length;
  return sentences.toSorted((one, other) => shared(other) - shared(one));
}

export const fill = (phrase: string, values: Readonly<Record<string, string>>): string =>
  phrase.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => values[name] ?? '');
