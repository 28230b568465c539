import type { Actor } from '@headwater/domain/roles';
import type { MailAddress } from '@headwater/domain/mail/message';
import { mailboxKey } from '@headwater/domain/identity/email';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { GrantedSettings } from '../mailbox-port.ts';
import { aliasText, fromOf, readAlias } from '../sender-alias.ts';
import { brokenDetail, markBroken, worded } from './mark-broken.ts';
import { openSettings } from '../connections.ts';
import { findMailboxOf, findSettings, type MailboxRow, upsertSettings } from '../store/mailboxes.ts';
import type { ConsentServices } from './consent.ts';
import { requireMailbox } from './require-mailbox.ts';

interface Aliases {
  aliases: MailAddress[];
  from: MailAddress;
}

/** Marks the mailbox as broken if the service reports a revoked access. */
async function loadAliases({ database, secrets, clock, consents }: ConsentServices, row: MailboxRow): Promise<MailAddress[]> {
  if (row.provider === 'smtp_imap') throw new FieldErrors({ non_field_errors: 'aliases_failed' });
  const outcome = await consents[row.provider].aliases(openSettings({ database, secrets }, row) as GrantedSettings);
  if (outcome.ok) return outcome.aliases;
  const { reason, detail } = outcome.failure;
  if (worded.some((one) => one === reason))
    await database.asSystem((tx) => markBroken(tx, row, { detail: brokenDetail(reason, detail), now: clock.now() }));
  throw new AppError('aliases_failed');
}

const mailboxAndAlias = ({ database }: ConsentServices, actor: Actor) =>
  database.inCompany(actor.company.id, async (tx) => ({
    row: await requireMailbox(tx, actor),
    alias: (await findSettings(tx, actor.userId))?.sender_alias ?? null,
  }));

/** MSET-013. */
export async function listAliases(services: ConsentServices, actor: Actor): Promise<Aliases> {
  const { row, alias } = await mailboxAndAlias(services, actor);
  return { aliases: await loadAliases(services, row), from: fromOf(row, alias) };
}

/** MSET-014. The mailbox’s own address is no alias. */
export async function chooseAlias(
  services: ConsentServices,
  actor: Actor,
  chosen: { email: string; name?: string | undefined },
): Promise<Aliases> {
  const { row } = await mailboxAndAlias(services, actor);
  const aliases = await loadAliases(services, row);
  const found = aliases.find(({ address }) => mailboxKey(address) === mailboxKey(chosen.email));
  if (!found) throw new FieldErrors({ email: 'alias_unknown' });
  const name = chosen.name?.replaceAll(/[<>\r\n]/g, ' ').trim() || found.name;
  const isOwn = mailboxKey(found.address) === mailboxKey(row.address) && !chosen.name;
  const alias = isOwn ? null : aliasText({ name, address: found.address });
  const owner = { userId: actor.userId, companyId: actor.company.id };
  await services.database.inCompany(actor.company.id, (tx) => upsertSettings(tx, owner, { sender_alias: alias }));
  return { aliases, from: fromOf(row, alias) };
}

const refuse = (sender_alias: 'alias_not_own' | 'alias_unknown' | 'aliases_failed') => new FieldErrors({ sender_alias });
const addressLike = /[<>]|\S@\S/;
/** Detects addresses with compatibility characters or invisible separators too. */
const hasAddress = (text: string) => addressLike.test(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));

/** MSET-015. Accepts a name, the mailbox’s own address, or an alias of the mail service. */
export async function checkAlias(services: ConsentServices, actor: Actor, alias: string): Promise<void> {
  const { name, address } = readAlias(alias);
  if (address === null && !hasAddress(name)) return;
  const row = await services.database.inCompany(actor.company.id, (tx) => findMailboxOf(tx, actor.userId));
  if (address === null || hasAddress(name) || !row) throw refuse('alias_not_own');
  if (mailboxKey(address) === mailboxKey(row.address)) return;
  if (row.provider === 'smtp_imap') throw refuse('alias_not_own');
  const aliases = await loadAliases(services, row).catch((error: unknown) => {
    throw error instanceof AppError ? refuse('aliases_failed') : error;
  });
  if (!aliases.some((one) => mailboxKey(one.address) === mailboxKey(address))) throw refuse('alias_unknown');
}
