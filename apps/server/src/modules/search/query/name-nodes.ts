import type { QueryNode } from '../port.ts';
import { relatedNameKeys } from '@headwater/domain/names/given-names';
import { personNameKey, otherReadings } from '@headwater/domain/names/person-name-key';
import { tokenize } from '@headwater/domain/text/tokenize';

/** As it is typed first, then other spellings of the same name, then short and full forms of it. */
const boosts = { spelling: 0.9, related: 0.5 };

const wordNode = (
  text: string,
  options: { mode: 'exact' | 'stem' | 'prefix' | 'prefixOfForm'; boost?: number; tag: string },
): QueryNode => ({
  op: 'word',
  field: 'name',
  text,
  ...options,
});

/** SRCH-050: one word of a name in either script and however it is romanised, with its short or full forms; a `*` behind it: what begins so. */
export function nameWordNode(word: string, tag: string): QueryNode {
  if (word.endsWith('*') && word.length > 1) {
    const text = word.slice(0, -1);
    return {
      op: 'or',
      of: [wordNode(text, { mode: 'prefix', tag }), wordNode(text, { mode: 'prefixOfForm', boost: boosts.spelling, tag })],
    };
  }
  const spelt = [word, ...otherReadings(word)];
  // A hyphenated name is a phrase of its parts, which have no forms of their own here.
  const [only, ...more] = tokenize(word);
  const related = only !== undefined && more.length === 0 ? relatedNameKeys(personNameKey(only)) : [];
  return {
    op: 'or',
    of: [
      wordNode(word, { mode: 'exact', tag }),
      ...spelt.map((text) => wordNode(text, { mode: 'stem', boost: boosts.spelling, tag })),
      ...related.map((text) => wordNode(text, { mode: 'stem', boost: boosts.related, tag })),
    ],
  };
}
