import type { Mentionable } from '@headwater/contract/comments';
import { isWordPart } from '@headwater/domain/mentions';
import { soundKey } from '@headwater/domain/names/sound-key';
import { normalise } from '@headwater/domain/text/tokenize';

/** More are found by another letter. */
const most = 8;
/** As long as names are with their sign. */
const longest = 80;

/** What is being written after an @. */
export interface MentionQuery {
  /** The place of the sign. */
  start: number;
  text: string;
}

/** The name that is being written at the caret; undefined where none is. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > longest || isWordPart(text[start - 1])) return undefined;
  const query = text.slice(start + 1, caret);
  return query.includes('\n') || /^\s/.test(query) ? undefined : { start, text: query };
}

/** The place of the sign whose list was closed, after a change of the text; undefined once another sign stands there, or nothing of a name does. */
export function closedAfter(
  closed: number | undefined,
  { before, after, caret }: { before: string; after: string; caret: number },
): number | undefined {
  if (closed === undefined || !mentionAt(after, caret)?.text) return undefined;
  return before.slice(0, closed + 1) === after.slice(0, closed + 1) ? closed : undefined;
}

const wordsOf = (text: string) =>
  normalise(text)
    .split(/[\s\-–.]+/)
    .filter(Boolean);

/** Each word begins one of the others, in whatever order. */
const begins = (words: readonly string[], others: readonly string[]) =>
  words.every((word) => others.some((other) => other.startsWith(word)));

/** Whom a text may mean by a beginning of the names or of the e-mail address, in Cyrillic or Latin; nobody where a whole name stands there. */
export function peopleFor(text: string, people: readonly Mentionable[]): Mentionable[] {
  const words = wordsOf(text);
  const query = normalise(text);
  if (/\s$/.test(text) && people.some(({ name }) => normalise(name) === query.trimEnd())) return [];
  const spelt = ({ name, email }: Mentionable) => begins(words, wordsOf(name)) || normalise(email).startsWith(query.trimEnd());
  const keys = words.map(soundKey);
  const soundsLike = ({ name }: Mentionable) => keys.every(Boolean) && begins(keys, wordsOf(name).map(soundKey));
  const first = people.filter(spelt);
  return [...first, ...people.filter((person) => !first.includes(person) && soundsLike(person))].slice(0, most);
}

/** The text with the name in place of what was written of it, and where the caret stands then. */
export function withMention(text: string, { query, caret, name }: { query: MentionQuery; caret: number; name: string }) {
  const rest = text.slice(caret);
  const before = `${text.slice(0, query.start)}@${name}`;
  return { text: `${before}${/^\s/.test(rest) ? '' : ' '}${rest}`, caret: before.length + 1 };
}
