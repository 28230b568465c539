import { implement } from '@orpc/server';
import { isAdminType } from '@headwater/domain/roles';
import { invitations } from '@headwater/contract/invitations';
import type { RequestContext } from '#platform/http/context.ts';
import { AppError } from '#platform/errors.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { originOf } from '#modules/accounts/public.ts';
import { replaceSession } from '#modules/accounts/public/sign-in.ts';
import { type AddressTries, companyInReach } from '#modules/employees/public.ts';
import { accept, readInvitation } from './actions/accept.ts';
import { invite } from './actions/invite.ts';
import { copyLink } from './actions/copy-link.ts';
import { resend } from './actions/resend.ts';
import { revoke } from './actions/revoke.ts';
import type { InvitationServices } from './actions/send-key.ts';
import { presentInvitation } from './present.ts';
import { listPending } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

type SignInRules = Pick<Parameters<typeof accept>[0], 'shareLockRequirement' | 'mustUseProvider'>;

export interface InvitationRouteServices extends InvitationServices, SignInRules {
  addressTries: AddressTries;
  secureCookies: boolean;
  productAt(host: string): string;
}

export function invitationRoutes(services: InvitationRouteServices) {
  const { database, productAt } = services;
  const api = implement(invitations).$context<RequestContext>();
  const inviterOf = ({ actor, request }: RequestContext) => ({ actor, product: productAt(request.hostname) });
  return {
    list: api.list.handler(({ input: { page, per_page: limit, company_id: companyId }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const { id } = await companyInReach(tx, actor, companyId);
        const { count, rows } = await listPending(tx, id, { ...pageWindow(page, limit) });
        return { invitations: rows.map(presentInvitation), count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
    create: api.create.handler(({ input, context }) => {
      // accounts/README.md, own address: administrators have more rights than API tokens.
      if (isAdminType(input)) {
        if (context.actor.originalUserId !== undefined) throw new AppError('not_while_acting');
        if (context.request.apiCall?.visitor?.scopes) throw new AppError('not_with_token');
      }
      return invite(services, inviterOf(context), input);
    }),
    find: api.find.handler(({ input }) => readInvitation(services, input.id)),
    accept: api.accept.handler(async ({ input, context }) => {
      const { first_name: firstName, last_name: lastName, password, language } = input;
      const entered = await accept(services, { key: input.id, firstName, lastName, password, language }, originOf(context));
      await replaceSession(services, entered, context);
      return { next: entered.next };
    }),
    revoke: api.revoke.handler(async ({ input: { id }, context }) => {
      await revoke(services, inviterOf(context), id);
      return {};
    }),
    link: api.link.handler(({ input: { id }, context }) => copyLink(services, inviterOf(context), id)),
    resend: api.resend.handler(({ input: { id }, context }) => resend(services, inviterOf(context), id)),
  };
}
