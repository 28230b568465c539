import type { MessageActivity } from '#modules/messaging/messages/public/sending.ts';
import type { Tx } from '#platform/database/database.ts';
import { type TrackingEvent, listTrackingEvents } from './store.ts';

const typeOf = ({ kind, machine }: TrackingEvent) => `${kind === 'open' ? 'opened' : 'clicked'}${machine ? '_by_machine' : ''}`;

/** Opens and clicks by people, and the first visit of each kind of machine. */
export async function eventsOfMessage(tx: Tx, messageId: number): Promise<MessageActivity[]> {
  const seen = new Set<string>();
  return (await listTrackingEvents(tx, messageId)).flatMap((event) => {
    const key = [typeOf(event), event.machine].join(' ');
    if (event.kind === 'honeypot' || (event.machine && seen.has(key))) return [];
    seen.add(key);
    return [{ type: typeOf(event), happened_at: event.happened_at, text: event.machine ?? event.url }];
  });
}
