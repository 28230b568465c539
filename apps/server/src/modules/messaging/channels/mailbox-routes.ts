import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import type { Actor } from '@headwater/domain/roles';
import type { Language } from '@headwater/contract/errors';
import { windowProblem } from '@headwater/domain/outreach/schedule';
import { startOfDay } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findCompany } from '#modules/companies/public.ts';
import { checkAlias } from './actions/aliases.ts';
import { type ConnectServices, connectMailbox, usualServers } from './actions/connect-mailbox.ts';
import { revokeMailboxAccess } from './actions/revoke-access.ts';
import { disconnectMailbox } from './actions/keep-mailbox.ts';
import type { ConsentProviders, MailSecurity } from './mailbox-port.ts';
import { presentMailbox } from './present-mailbox.ts';
import { editorHtml } from '#platform/mail/editor-html.ts';
import { countCopies } from './store/sent-copies.ts';
import { findMailboxOf, findSettings, type MailboxRow, sentSince, upsertSettings } from './store/mailboxes.ts';

async function showMailbox(tx: Tx, row: MailboxRow, { now, language }: { now: Date; language: Language }) {
  const zone = (await findCompany(tx, row.company_id))?.time_zone ?? 'UTC';
  const { count } = await sentSince(tx, row.id, startOfDay(now, zone));
  const alias = (await findSettings(tx, row.user_id))?.sender_alias ?? null;
  return presentMailbox(row, { now, sentToday: count, copies: await countCopies(tx, row.id), alias, language });
}

async function showSettings(tx: Tx, actor: Actor) {
  const row = await findSettings(tx, actor.userId);
  return {
    signature: row?.signature ?? '',
    start_time_from: row?.send_window_from ?? null,
    start_time_to: row?.send_window_to ?? null,
    sender_alias: row?.sender_alias ?? null,
  };
}

interface UsualServer {
  host: string;
  port: number;
  security: MailSecurity;
}

export interface MailboxServices extends ConnectServices {
  consents: ConsentProviders;
  demoServers?: ((address: string) => { smtp: UsualServer; imap: UsualServer }) | undefined;
}

export function mailboxRoutes(services: MailboxServices) {
  const { database, clock } = services;
  const api = implement(outreach).$context<RequestContext>();
  return {
    mailbox: api.mailbox.handler(({ context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const row = await findMailboxOf(tx, actor.userId);
        return { mailbox: row ? await showMailbox(tx, row, { now: clock.now(), language }) : null };
      }),
    ),
    connectMailbox: api.connectMailbox.handler(async ({ input, context: { actor, language } }) => {
      const row = await connectMailbox(services, actor, input);
      return { mailbox: await database.inCompany(actor.company.id, (tx) => showMailbox(tx, row, { now: clock.now(), language })) };
    }),
    suggestServers: api.suggestServers.handler(({ input }) => services.demoServers?.(input.address) ?? usualServers(input.address)),
    disconnectMailbox: api.disconnectMailbox.handler(async ({ context: { actor } }) => {
      const row = await database.inCompany(actor.company.id, (tx) =>
        disconnectMailbox(tx, actor, { now: clock.now(), announceMany: services.announceMany }),
      );
      await revokeMailboxAccess(services, row);
      return {};
    }),
    settings: api.settings.handler(({ context: { actor } }) => database.inCompany(actor.company.id, (tx) => showSettings(tx, actor))),
    saveSettings: api.saveSettings.handler(async ({ input, context: { actor } }) => {
      // Outside the transaction, because the check may call Gmail.
      if (input.sender_alias) await checkAlias(services, actor, input.sender_alias);
      return database.inCompany(actor.company.id, async (tx) => {
        const known = await showSettings(tx, actor);
        const from = input.start_time_from === undefined ? known.start_time_from : input.start_time_from;
        const to = input.start_time_to === undefined ? known.start_time_to : input.start_time_to;
        // SEND-019: same rules as for windows of messages.
        const hasWindow = input.start_time_from !== undefined || input.start_time_to !== undefined;
        const problem = hasWindow ? windowProblem(from, to) : undefined;
        if (problem) throw new FieldErrors({ [`start_time_${problem}`]: from && to ? 'window_order' : 'window_pair' });
        const signature = input.signature === undefined ? undefined : editorHtml(input.signature);
        const change = { signature, send_window_from: from, send_window_to: to, sender_alias: input.sender_alias };
        await upsertSettings(tx, { userId: actor.userId, companyId: actor.company.id }, change);
        return showSettings(tx, actor);
      });
    }),
  };
}
