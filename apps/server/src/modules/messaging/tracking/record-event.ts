import { detectMachines, type MachineSign, signOf } from '@headwater/domain/outreach/machine-detection';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { confirmMessage } from '#modules/messaging/campaigns/public/outcomes.ts';
import { recordAddressCheck } from '#modules/profiles/public/addresses.ts';
import { lockSentMessage } from '#modules/messaging/messages/public/sending.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import { type TrackingEvent, insertTrackingEvent, listTrackingEvents, setMachine } from './store.ts';
import type { Tracked } from './tracking-token.ts';

export interface TrackingServices {
  database: Database;
  clock: Clock;
  signing(): Promise<Signer>;
  announce(tx: Tx, message: { companyId: number; messageId: number }): Promise<void>;
}

export interface TrackingRequest {
  method: string;
  agent: string;
  address: string;
  url: string | null;
}

/** Limit per message, as a published message would be opened without end. */
const mostEvents = 200;

const firstOf = (events: readonly TrackingEvent[], kind: TrackingEvent['kind']): Date | null =>
  events.find((event) => event.kind === kind && event.machine === null)?.happened_at ?? null;

async function reclassifyEvents(tx: Tx, events: readonly TrackingEvent[]): Promise<TrackingEvent[]> {
  const judged = detectMachines(
    events.map(({ kind, happened_at: at, source, url, machine }) => ({
      kind,
      at: at.getTime(),
      source: source.toString('hex'),
      url,
      machine,
    })),
  );
  const after: TrackingEvent[] = [];
  for (const [index, event] of events.entries()) {
    const machine: MachineSign | null = judged[index]?.machine ?? null;
    if (machine !== event.machine) await setMachine(tx, event.id, machine);
    after.push({ ...event, machine });
  }
  return after;
}

/** SEND-009, DEC-04. Requests of machines do not change the status. */
export async function recordTrackingEvent(services: TrackingServices, tracked: Tracked, request: TrackingRequest): Promise<void> {
  const { database, clock, signing, announce } = services;
  const { kind, companyId, messageId } = tracked;
  const signer = await signing();
  await database.inCompany(companyId, async (tx) => {
    const message = await lockSentMessage(tx, messageId);
    const leftAt = message?.sent_at ?? message?.first_sent_at;
    if (!message || !leftAt) return;
    const known = await listTrackingEvents(tx, messageId);
    if (known.length >= mostEvents) return;
    const now = clock.now();
    // Only the recipient knows this address, so a message of unknown outcome has arrived.
    if (!message.sent_at || message.state === 'unknown') await confirmMessage(tx, messageId, now);
    const sign = kind === 'honeypot' ? 'honeypot' : signOf({ ...request, sinceSent: now.getTime() - leftAt.getTime() });
    const row = await insertTrackingEvent(tx, {
      companyId,
      messageId,
      kind,
      happenedAt: now,
      machine: sign ?? null,
      source: signer.fingerprint('network address', `${companyId} ${request.address}`).subarray(0, 16),
      agent: request.agent.replace(/[^\x20-\x7e]/g, '').slice(0, 200),
      url: request.url?.slice(0, 2000) ?? null,
    });
    const events = await reclassifyEvents(tx, [...known, row]);
    const activity = { openedAt: firstOf(events, 'open'), clickedAt: firstOf(events, 'click') };
    await transitions.recordActivity(tx, messageId, activity);
    const at = activity.openedAt ?? activity.clickedAt;
    if (at) await recordAddressCheck(tx, { companyId, profileId: message.profile_id, email: message.email, foundBy: 'opened', at });
    await announce(tx, { companyId, messageId });
  });
}
