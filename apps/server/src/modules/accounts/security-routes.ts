import { implement } from '@orpc/server';
import { security, type SecurityView } from '@headwater/contract/security';
import type { Actor } from '@headwater/domain/roles';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { endStreams } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findCompany } from '#modules/companies/public.ts';
import { addAuthenticator, confirmAuthenticator, removeAuthenticator, renewRecoveryCodes } from './actions/second-factor.ts';
import type { SignInServices } from './actions/sign-in.ts';
import { countRecoveryCodes, findAuthenticator } from './factor-store.ts';
import { sessionCookie } from './session.ts';
import { deleteSessionById, endSessionsOf, listSessions } from './session-store.ts';
import { findUser } from './store.ts';

export type SecurityServices = SignInServices & {
  /** What the product is called at that host: apps show it over the code. */
  nameAt(host: string): string;
};

const tokenHashOf = ({ request }: Pick<RequestContext, 'request'>): Buffer => hashToken(request.cookies[sessionCookie] ?? '');

async function view(tx: Tx, { clock }: SecurityServices, { actor, current }: { actor: Actor; current: Buffer }): Promise<SecurityView> {
  const { userId } = actor;
  const [user, authenticator] = [await findUser(tx, userId), await findAuthenticator(tx, userId)];
  const sessions = await listSessions(tx, userId, clock.now());
  return {
    has_password: typeof user?.password_hash === 'string',
    authenticator_since: authenticator?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(tx, userId),
    is_required: (await findCompany(tx, actor.company.id))?.mfa ?? false,
    sessions: sessions.map((session) => ({
      id: session.id,
      is_current: session.token_hash.equals(current),
      agent: session.agent,
      address: session.address,
      created_at: session.created_at.toISOString(),
      seen_at: session.seen_at?.toISOString() ?? null,
    })),
  };
}

export function securityRoutes(services: SecurityServices) {
  const api = implement(security).$context<RequestContext>();
  const { database } = services;
  return {
    find: api.find.handler(({ context }) =>
      database.inCompany(context.actor.company.id, (tx) => view(tx, services, { actor: context.actor, current: tokenHashOf(context) })),
    ),
    addAuthenticator: api.addAuthenticator.handler(({ input, context: { actor, request } }) =>
      addAuthenticator(services, { ...input, userId: actor.userId }, services.nameAt(request.hostname)),
    ),
    confirmAuthenticator: api.confirmAuthenticator.handler(async ({ input: { code }, context }) => ({
      recovery_codes: await confirmAuthenticator(services, { userId: context.actor.userId, code, spared: tokenHashOf(context) }),
    })),
    removeAuthenticator: api.removeAuthenticator.handler(async ({ input, context }) => {
      await removeAuthenticator(services, { ...input, userId: context.actor.userId }, tokenHashOf(context));
      return {};
    }),
    renewRecoveryCodes: api.renewRecoveryCodes.handler(async ({ input, context }) => ({
      recovery_codes: await renewRecoveryCodes(services, { ...input, userId: context.actor.userId }, tokenHashOf(context)),
    })),
    endSession: api.endSession.handler(({ input: { id }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (!(await deleteSessionById(tx, actor.userId, id))) throw new AppError('not_found');
        await endStreams(tx, { companyId: actor.company.id, userId: actor.userId });
        return {};
      }),
    ),
    endOtherSessions: api.endOtherSessions.handler(({ context }) =>
      database.inCompany(context.actor.company.id, async (tx) => {
        const { userId, company } = context.actor;
        await endSessionsOf(tx, userId, tokenHashOf(context));
        await endStreams(tx, { companyId: company.id, userId });
        return {};
      }),
    ),
  };
}
