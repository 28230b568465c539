import type { LetterEvent } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { type HitRow, listHits } from './store.ts';

const typeOf = ({ kind, machine }: HitRow) => `${kind === 'open' ? 'opened' : 'clicked'}${machine ? '_by_machine' : ''}`;

/** The timeline of a letter as far as it was opened and followed: what people did, and of each kind of machine its first visit. */
export async function eventsOfMessage(tx: Tx, messageId: number): Promise<LetterEvent[]> {
  const seen = new Set<string>();
  return (await listHits(tx, messageId)).flatMap((hit) => {
    const key = [typeOf(hit), hit.machine].join(' ');
    if (hit.kind === 'trap' || (hit.machine && seen.has(key))) return [];
    seen.add(key);
    return [{ type: typeOf(hit), happened_at: hit.happened_at, text: hit.machine ?? hit.url }];
  });
}
