import { sql } from 'kysely';
import type { RecipientEnd } from '@headwater/domain/outreach/next-step';
import { isUntouched } from '#modules/messaging/messages/public/planning.ts';
import type { Tx } from '#platform/database/database.ts';
import { defineMergeStep, type MergePair } from '#modules/profiles/public/merging.ts';
import { withdraw } from './launch-classes.ts';

interface Side {
  id: number;
  profile_id: number;
  active: boolean;
  ended: RecipientEnd | null;
  next_at: Date | null;
  removed_at: Date | null;
  has_email: boolean;
  /** Position of the last message that has left or may have; -1 without one. */
  reached: number;
}

const lockSides = async (tx: Tx, mailingId: number, { from, into }: MergePair): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from mailing_recipients
    where mailing_id = ${mailingId} and profile_id in (${from}, ${into}) and merged_into is null order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
};

async function sidesOf(tx: Tx, ids: readonly number[]): Promise<Side[]> {
  const { rows } = await sql<Side>`
    select recipient.id, recipient.profile_id, recipient.active, recipient.ended, recipient.next_at, recipient.removed_at,
      recipient.email <> '' as has_email, coalesce((select max(coalesce(step.position, messages.step))
        from messages left join mailing_steps as step on step.mailing_id = recipient.mailing_id and step.number = messages.step
        where messages.recipient_id = recipient.id and not ${isUntouched('messages')}), -1)::int as reached
    from mailing_recipients as recipient where recipient.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

/**
 * The recipient that continues: not removed, not bounced, furthest, active, with an address, else
 * the target profile's.
 */
function whoGoesOn(sides: readonly Side[], into: number): { staying: Side; gone: Side } {
  const rank = (side: Side) => [
    side.removed_at === null ? 1 : 0,
    side.ended === 'bounced' ? 0 : 1,
    side.reached,
    side.active && side.ended === null ? 1 : 0,
    side.has_email ? 1 : 0,
    side.profile_id === into ? 1 : 0,
  ];
  const [staying, gone] = sides.toSorted((left, right) => {
    const [one, other] = [rank(left), rank(right)];
    const at = one.findIndex((value, index) => value !== other[index]);
    return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  }) as [Side, Side];
  return { staying, gone };
}

/** A final end of either recipient ends both. A bounce does not affect the other address. */
function endOf({ staying, gone }: { staying: Side; gone: Side }): RecipientEnd | null {
  if (staying.ended !== null && staying.ended !== 'bounced') return staying.ended;
  if (gone.ended !== null && gone.ended !== 'bounced') return gone.ended;
  return gone.removed_at !== null && staying.removed_at === null && gone.reached >= 0 ? 'by_hand' : staying.ended;
}

type Before = Pick<Side, 'id' | 'profile_id' | 'active' | 'ended' | 'next_at' | 'removed_at'>;

interface JoinedSides {
  staying: Before;
  gone: Before;
  ended: RecipientEnd | null;
  followers: number[];
}

const beforeOf = ({ id, profile_id, active, ended, next_at, removed_at }: Side): Before => ({
  id,
  profile_id,
  active,
  ended,
  next_at,
  removed_at,
});

async function join(tx: Tx, pair: MergePair, mailingId: number): Promise<JoinedSides | undefined> {
  const ids = await lockSides(tx, mailingId, pair);
  if (ids.length < 2) return undefined;
  // Waiting messages are planned again for the staying recipient. The rest is in flight or sent and
  // determines the progress.
  await withdraw(tx, { recipientIds: ids }, pair.now);
  const { staying, gone } = whoGoesOn(await sidesOf(tx, ids), pair.into);
  const ended = endOf({ staying, gone });
  const followers = await sql<{ id: number }>`
    update mailing_recipients set merged_into = ${staying.id} where merged_into = ${gone.id} returning id`.execute(tx);
  await sql`update mailing_recipients set merged_into = ${staying.id}, profile_id = ${pair.into}, active = false, next_at = null,
    removed_at = ${pair.now} where id = ${gone.id}`.execute(tx);
  await sql`update mailing_recipients set profile_id = ${pair.into}, ended = ${ended},
    next_at = case when ${ended}::text is null then next_at end where id = ${staying.id}`.execute(tx);
  return { staying: beforeOf(staying), gone: beforeOf(gone), ended, followers: followers.rows.map(({ id }) => id) };
}

async function part(tx: Tx, now: Date, { staying, gone, ended, followers }: JoinedSides): Promise<void> {
  await sql`update mailing_recipients set merged_into = ${gone.id} where merged_into = ${staying.id} and id = any(${followers}::bigint[])`.execute(
    tx,
  );
  // Outcomes since the merge stay; the merged end is reverted.
  await sql`update mailing_recipients set profile_id = ${staying.profile_id},
      next_at = case when ended is not distinct from ${ended} and ${ended}::text is distinct from ${staying.ended}::text
        then ${staying.next_at}::timestamptz else next_at end,
      ended = case when ended is not distinct from ${ended} then ${staying.ended} else ended end
    where id = ${staying.id}`.execute(tx);
  const waits = gone.active && gone.ended === null && gone.removed_at === null;
  await sql`update mailing_recipients set merged_into = null, profile_id = ${gone.profile_id}, active = ${gone.active},
      removed_at = ${gone.removed_at}::timestamptz, next_at = ${waits ? (gone.next_at ?? now) : null}::timestamptz
    where id = ${gone.id}`.execute(tx);
}

/** Mailings with both profiles. They change in one statement, so that no profile is there twice. */
const mailingsOfBoth = async (tx: Tx, { from, into }: MergePair): Promise<number[]> => {
  const { rows } = await sql<{ mailing_id: number }>`
    select gone.mailing_id from mailing_recipients as gone join mailing_recipients as staying
      on staying.mailing_id = gone.mailing_id and staying.profile_id = ${into} and staying.merged_into is null
    where gone.profile_id = ${from} and gone.merged_into is null order by gone.mailing_id`.execute(tx);
  return rows.map((row) => row.mailing_id);
};

/**
 * Merges recipients, so that a person gets each message once, no recipient is lost, and replies count
 * for both.
 */
export const recipientsMergeStep = defineMergeStep<{
  joined: JoinedSides[];
  moved: number[];
  candidates: { id: number; before: number }[];
}>({
  name: 'recipients',
  async absorb(tx, pair) {
    const joined: JoinedSides[] = [];
    for (const mailingId of await mailingsOfBoth(tx, pair)) {
      const one = await join(tx, pair, mailingId);
      if (one) joined.push(one);
    }
    const { rows } = await sql<{ id: number }>`
      update mailing_recipients set profile_id = ${pair.into} where profile_id = ${pair.from} returning id`.execute(tx);
    const candidates: { id: number; before: number }[] = [];
    for (const [gone, staying] of pair.candidates) {
      const changed = await sql<{
        id: number;
      }>`update mailing_recipients set candidate_id = ${staying} where candidate_id = ${gone} returning id`.execute(tx);
      candidates.push(...changed.rows.map(({ id }) => ({ id, before: gone })));
    }
    if (joined.length + rows.length + candidates.length === 0) return undefined;
    return { joined, moved: rows.map(({ id }) => id), candidates };
  },
  async giveBack(tx, { from, into, now }, { joined, moved, candidates }) {
    for (const { id, before } of candidates) await sql`update mailing_recipients set candidate_id = ${before} where id = ${id}`.execute(tx);
    await sql`update mailing_recipients set profile_id = ${from} where profile_id = ${into} and id = any(${moved}::bigint[])`.execute(tx);
    for (const one of joined.toReversed()) await part(tx, now, one);
  },
});
