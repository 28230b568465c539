import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import { mailingVariables } from '@headwater/domain/outreach/variables';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findProfile } from '#modules/profiles/public.ts';
import { viewContacts } from '#modules/profiles/public/contacts.ts';
import { compose, draftOf, pastVariables, personValues, senderValues } from './mailings/compose.ts';
import { presentMany } from '#modules/messaging/messages/public.ts';
import { sendMessage, type SendServices } from './mailings/send-message.ts';
import { findMailboxOf, type MailboxRow } from '#modules/messaging/channels/public.ts';

interface About {
  profileId: number;
  vacancy: string | null;
  mailbox: MailboxRow | undefined;
}

/** Values for one person. The unsubscribe link is created at sending. */
async function knownValues(tx: Tx, actor: Actor, { profileId, vacancy, mailbox }: About): Promise<Record<string, string>> {
  const person = personValues((await findProfile(tx, profileId))?.data);
  const { UNSUBSCRIBE: _unsubscribe, ...sender } = await senderValues(tx, actor.userId, mailbox);
  return Object.fromEntries(Object.entries({ ...person, ...sender, VACANCY: vacancy }).map(([name, value]) => [name, value ?? '']));
}

export function draftRoutes(services: SendServices) {
  const { database, clock } = services;
  const api = implement(outreach).$context<RequestContext>();
  return {
    send: api.send.handler(async ({ input, context: { actor } }) => {
      const row = await sendMessage(services, actor, input);
      return database.inCompany(actor.company.id, async (tx) => {
        const [message] = await presentMany(tx, actor, { rows: [row], now: clock.now() });
        if (!message) throw new AppError('not_found');
        return message;
      });
    }),
    preview: api.preview.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { rows, opened } = await viewContacts(tx, actor, input.profile_id);
        const mailbox = await findMailboxOf(tx, actor.userId);
        const candidate = input.candidate_id === undefined ? undefined : await services.findCandidate(tx, actor, input.candidate_id);
        const vacancy = candidate?.folderName ?? null;
        const draft = await draftOf(tx, actor, { input, vacancy });
        const composed = await compose(tx, actor, { draft, mailbox });
        const profile = await findProfile(tx, input.profile_id);
        const first = rows.find((row) => row.type === 'email' && row.is_valid && (opened || row.company_id !== null));
        return {
          subject: composed.subject,
          html: composed.html,
          text: composed.text,
          to: input.email ?? first?.value ?? null,
          empty_variables: composed.emptyVariables,
          past_variables: pastVariables(profile?.data, [input.subject, input.body], clock.now()),
          values: await knownValues(tx, actor, { profileId: input.profile_id, vacancy, mailbox }),
        };
      }),
    ),
    variables: api.variables.handler(() => ({
      variables: mailingVariables([]).map((variable) => ({ ...variable, data: [...variable.data] })),
    })),
    emailSources: api.emailSources.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { rows, opened } = await viewContacts(tx, actor, input.profile_id);
        const emails = rows.filter((row) => row.type === 'email');
        const visible = emails.filter((row) => opened || row.company_id !== null);
        return {
          sources: visible.map((row) => ({
            contact_id: row.id,
            email: row.value,
            source: row.source,
            kind: row.kind,
            is_valid: row.is_valid,
          })),
          opened,
          available: emails.length,
        };
      }),
    ),
  };
}
