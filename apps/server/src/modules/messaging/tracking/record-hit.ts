import { judgeHits, type MachineSign, signOf } from '@headwater/domain/outreach/machines';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { confirmMessage } from '#modules/messaging/campaigns/public.ts';
import { lockSentMessage, transitions } from '#modules/messaging/messages/public.ts';
import { type HitRow, insertHit, listHits, setMachine } from './store.ts';
import type { Tracked } from './token.ts';

export interface TrackingServices {
  database: Database;
  clock: Clock;
  signing(): Promise<Signer>;
  announce(tx: Tx, message: { companyId: number; messageId: number }): Promise<void>;
}

/** The request that a mail program, a person or a scanner has made. */
export interface Asked {
  method: string;
  agent: string;
  address: string;
  url: string | null;
}

/** A letter in a public list would be opened for ever. */
const mostHits = 200;

const firstOf = (hits: readonly HitRow[], kind: HitRow['kind']): Date | null =>
  hits.find((hit) => hit.kind === kind && hit.machine === null)?.happened_at ?? null;

async function judgeAnew(tx: Tx, hits: readonly HitRow[]): Promise<HitRow[]> {
  const judged = judgeHits(
    hits.map(({ kind, happened_at: at, source, url, machine }) => ({
      kind,
      at: at.getTime(),
      source: source.toString('hex'),
      url,
      machine,
    })),
  );
  const after: HitRow[] = [];
  for (const [index, hit] of hits.entries()) {
    const machine: MachineSign | null = judged[index]?.machine ?? null;
    if (machine !== hit.machine) await setMachine(tx, hit.id, machine);
    after.push({ ...hit, machine });
  }
  return after;
}

/** SEND-009, DEC-04: counts a request about a sent letter, and says of the letter what people, and not machines, did with it. */
export async function recordHit(services: TrackingServices, tracked: Tracked, asked: Asked): Promise<void> {
  const { database, clock, signing, announce } = services;
  const { kind, companyId, messageId } = tracked;
  const signer = await signing();
  await database.inCompany(companyId, async (tx) => {
    const message = await lockSentMessage(tx, messageId);
    const leftAt = message?.sent_at ?? message?.first_sent_at;
    if (!message || !leftAt) return;
    const known = await listHits(tx, messageId);
    if (known.length >= mostHits) return;
    const now = clock.now();
    // Nobody else knows this address: the copy that was in doubt has arrived, and there is no second one.
    if (!message.sent_at || message.state === 'unknown') await confirmMessage(tx, messageId, now);
    const sign = kind === 'trap' ? 'trap' : signOf({ ...asked, sinceSent: now.getTime() - leftAt.getTime() });
    const row = await insertHit(tx, {
      companyId,
      messageId,
      kind,
      happenedAt: now,
      machine: sign ?? null,
      source: signer.fingerprint('network address', `${companyId} ${asked.address}`).subarray(0, 16),
      agent: asked.agent.replace(/[^\x20-\x7e]/g, '').slice(0, 200),
      url: asked.url?.slice(0, 2000) ?? null,
    });
    const hits = await judgeAnew(tx, [...known, row]);
    await transitions.noteActivity(tx, messageId, { openedAt: firstOf(hits, 'open'), clickedAt: firstOf(hits, 'click') });
    await announce(tx, { companyId, messageId });
  });
}
