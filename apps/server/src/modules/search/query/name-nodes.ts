import type { QueryNode } from '../port.ts';
import { relatedNameKeys } from '@headwater/domain/names/given-names';
import { personNameKey, otherReadings } from '@headwater/domain/names/person-name-key';
import { tokenize } from '@headwater/domain/text/tokenize';

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

/** SRCH-050: both scripts, any romanisation, short and full forms. `*` matches by prefix. */
export function nameWordNode(word: string, tag: string): QueryNode {
  if (word.endsWith('*') && word.length > 1) {
    const text = word.slice(0, -1);
    return {
      op: 'or',
      of: [wordNode(text, { mode: 'prefix', tag }), wordNode(text, { mode: 'prefixOfForm', boost: boosts.spelling, tag })],
    };
  }
  const spelt = [word, ...otherReadings(word)];
  // The parts of a hyphenated name have no short forms here.
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
