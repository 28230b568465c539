import type { Selectable } from 'kysely';
import type { ChannelTables } from '../src/modules/messaging/channels/tables.ts';
import type { Installation } from './installation.ts';
import { rowsOf, type Values } from './rows.ts';

export type StoredMailbox = Selectable<ChannelTables['mailboxes']>;

export const mailboxesIn = (here: Installation) => rowsOf<StoredMailbox>(here, 'mailboxes');

/** A mailbox without connection and own limits. Returns its id. */
export async function addMailbox(
  here: Installation,
  { id, companyId, email }: { id: number; companyId: number; email: string },
  more: Values<StoredMailbox> = {},
): Promise<number> {
  const settings = { smtp: { host: 'localhost' }, imap: { host: 'localhost' } } as StoredMailbox['settings'];
  const own = { company_id: companyId, user_id: id, provider: 'smtp_imap', address: email, settings, secret: '' } as const;
  return (await mailboxesIn(here).insert({ ...own, daily_limit: null, gap_seconds: 0, ...more })).id;
}

/** A company without sending limits. */
export async function addUnlimitedCompany(here: Installation): Promise<number> {
  const company = await here.addCompany();
  await here.sql('insert into sending_limits (company_id, per_day, per_domain_per_hour) values ($1, null, null)', [company]);
  return company;
}
