import { implement } from '@orpc/server';
import { type MailboxLimitsView, sendingLimits, type SendingLimitsView } from '@headwater/contract/sending-limits';
import { rampedLimit } from '@headwater/domain/outreach/warm-up';
import { startOfDay } from '@headwater/domain/time/zone';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findUser } from '#modules/accounts/public.ts';
import { findCompany } from '#modules/companies/public.ts';
import {
  findMailbox,
  findMailboxOf,
  listMailboxesOf,
  type MailboxRow,
  pauseOf,
  saveLimitsOfUser,
  sentSince,
} from '#modules/messaging/channels/public.ts';
import { limitsOf, saveLimitsOf } from './store/sending-limits.ts';

async function showMailbox(tx: Tx, row: MailboxRow, { now, zone }: { now: Date; zone: string }): Promise<MailboxLimitsView> {
  const owner = await findUser(tx, row.user_id);
  const { count } = await sentSince(tx, row.id, startOfDay(now, zone));
  return {
    id: row.id,
    address: row.address,
    owner: { id: row.user_id, name: owner ? `${owner.first_name} ${owner.last_name}`.trim() : '' },
    state: row.state,
    daily_limit: row.daily_limit,
    gap_seconds: row.gap_seconds,
    ramps: row.ramps,
    sent_today: count,
    limit_today: rampedLimit(row.daily_limit, { connectedAt: row.connected_at, now, ramps: row.ramps }),
    paused_until: pauseOf(row, now).paused_until,
  };
}

/**
 * DEC-10: for administrators. Sending reads the limits before each message, so that changes apply
 * immediately.
 */
export function sendingLimitRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(sendingLimits).$context<RequestContext>();
  const moment = async (tx: Tx, companyId: number) => ({ now: clock.now(), zone: (await findCompany(tx, companyId))?.time_zone ?? 'UTC' });
  const show = async (tx: Tx, companyId: number): Promise<SendingLimitsView> => {
    const { perDay, perDomainPerHour } = await limitsOf(tx, companyId);
    const at = await moment(tx, companyId);
    const mailboxes: MailboxLimitsView[] = [];
    for (const row of await listMailboxesOf(tx, companyId)) mailboxes.push(await showMailbox(tx, row, at));
    return { per_day: perDay, per_domain_per_hour: perDomainPerHour, mailboxes };
  };
  return {
    get: api.get.handler(({ context: { actor } }) => database.readInCompany(actor.company.id, (tx) => show(tx, actor.company.id))),
    save: api.save.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { id: companyId } = actor.company;
        await saveLimitsOf(tx, companyId, { perDay: input.per_day, perDomainPerHour: input.per_domain_per_hour });
        return show(tx, companyId);
      }),
    ),
    saveMailbox: api.saveMailbox.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const known = await findMailbox(tx, input.id);
        if (!known) throw new AppError('not_found');
        const { id: _id, ...change } = input;
        await saveLimitsOfUser(tx, known.user_id, change);
        // The owner may have connected another mailbox since.
        const saved = (await findMailboxOf(tx, known.user_id)) ?? (await findMailbox(tx, known.id));
        if (!saved) throw new AppError('not_found');
        return showMailbox(tx, saved, await moment(tx, actor.company.id));
      }),
    ),
  };
}
