import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import { mailingVariables } from '@headwater/domain/outreach/variables';
import type { RequestContext } from '#platform/http/context.ts';
import { viewContacts } from '#modules/profiles/public.ts';
import { compose, draftOf } from './actions/compose.ts';
import type { SendServices } from './actions/send-message.ts';
import { findMailboxOf } from './store/mailboxes.ts';

/** What helps to write a message: preview, variables, addresses. */
export function draftRoutes(services: SendServices) {
  const { database } = services;
  const api = implement(outreach).$context<RequestContext>();
  return {
    preview: api.preview.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { rows, opened } = await viewContacts(tx, actor, input.profile_id);
        const mailbox = await findMailboxOf(tx, actor.userId);
        const candidate = input.candidate_id === undefined ? undefined : await services.findCandidate(tx, actor, input.candidate_id);
        const draft = await draftOf(tx, actor, { input, vacancy: candidate?.folderName ?? null });
        const composed = await compose(tx, actor, { draft, mailbox });
        const first = rows.find((row) => row.type === 'email' && row.is_valid && (opened || row.company_id !== null));
        return {
          subject: composed.subject,
          html: composed.html,
          text: composed.text,
          to: input.email ?? first?.value ?? null,
          empty_variables: composed.emptyVariables,
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
