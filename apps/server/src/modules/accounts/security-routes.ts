import { implement } from '@orpc/server';
import { security, type SecurityView } from '@headwater/contract/security';
import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findCompany } from '#modules/companies/public.ts';
import { type AddressServices, isSetByCompany } from './users/own-address.ts';
import { addPasskey, beginPasskey, beginPasskeyProof, removePasskey } from './sign-in/manage-passkeys.ts';
import { addAuthenticator, confirmAuthenticator, removeAuthenticator, renewRecoveryCodes } from './sign-in/second-factor.ts';
import { type ProviderServices, removeProvider } from './sign-in/linked-providers.ts';
import { removeSocial } from './sign-in/social.ts';
import { countRecoveryCodes, findAuthenticator } from './store/factors.ts';
import { listPasskeys, renamePasskey } from './store/passkeys.ts';
import { partyAt } from './sign-in/passkeys.ts';
import { sessionHashOf } from './sessions/session.ts';
import { endSessionById, endSessionsOf, listSessions } from './store/sessions.ts';
import { listSocialIdentities } from './store/social.ts';
import { findUser, type User } from './store/users.ts';
import { listTokens } from './api-tokens/store.ts';

export type SecurityServices = AddressServices &
  ProviderServices & {
    nameAt(host: string): string;
    socialBackends: readonly SocialBackend[];
  };

const proofContext = ({ actor, request }: Pick<RequestContext, 'actor' | 'request'>) => ({ userId: actor.userId, host: request.host });

async function addressChange(tx: Tx, services: SecurityServices, user: User | undefined): Promise<SecurityView['address_change']> {
  if (user && (await isSetByCompany(tx, services, { user, now: services.clock.now() }))) return 'by_company';
  return services.sendsSystemMail ? 'allowed' : 'not_sent';
}

async function view(
  tx: Tx,
  services: SecurityServices,
  { actor, request }: Pick<RequestContext, 'actor' | 'request'>,
): Promise<SecurityView> {
  const { clock, passkeyOriginAt, socialBackends, linkedProviders, mustUseProvider } = services;
  const { userId } = actor;
  const current = sessionHashOf(request);
  const [user, authenticator] = [await findUser(tx, userId), await findAuthenticator(tx, userId)];
  const [token] = await listTokens(tx, userId);
  const sessions = await listSessions(tx, userId, clock.now());
  return {
    has_password: typeof user?.password_hash === 'string',
    authenticator_since: authenticator?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(tx, userId),
    is_required: (await findCompany(tx, actor.company.id))?.mfa ?? false,
    passkey_origin: passkeyOriginAt(request.host) ?? null,
    passkeys: (await listPasskeys(tx, userId)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      created_at: passkey.created_at.toISOString(),
      used_at: passkey.used_at?.toISOString() ?? null,
    })),
    social_accounts: (await listSocialIdentities(tx, userId)).map((identity) => ({
      id: identity.id,
      backend: identity.backend,
      email: identity.email,
      linked_at: identity.linked_at.toISOString(),
      used_at: identity.used_at?.toISOString() ?? null,
    })),
    social_backends: [...socialBackends],
    identity_providers: (await linkedProviders.list(tx, userId)).map(({ id, provider, linked_at: linkedAt }) => ({
      id,
      provider,
      linked_at: linkedAt.toISOString(),
    })),
    is_provider_required: user !== undefined && (await mustUseProvider(tx, user, clock.now())),
    api_token: token
      ? { last_four: token.last_four, created_at: token.created_at.toISOString(), expires_at: token.expires_at?.toISOString() ?? null }
      : null,
    address_change: await addressChange(tx, services, user),
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

function passkeyRoutes(services: SecurityServices) {
  const api = implement(security).$context<RequestContext>();
  return {
    beginPasskey: api.beginPasskey.handler(({ input, context: { actor, request } }) =>
      beginPasskey(
        services,
        { ...input, ...proofContext({ actor, request }) },
        { party: partyAt(services, request), name: services.nameAt(request.hostname) },
      ),
    ),
    addPasskey: api.addPasskey.handler(async ({ input: { name, passkey: creation }, context }) => {
      const { actor, request } = context;
      await addPasskey(services, {
        userId: actor.userId,
        name,
        creation,
        party: partyAt(services, request),
        spared: sessionHashOf(context.request),
      });
      return {};
    }),
    renamePasskey: api.renamePasskey.handler(({ input: { id, name }, context: { actor } }) =>
      services.database.inCompany(actor.company.id, async (tx) => {
        if (!(await renamePasskey(tx, { userId: actor.userId, id, name }))) throw new AppError('not_found');
        return {};
      }),
    ),
    beginPasskeyProof: api.beginPasskeyProof.handler(({ context: { actor, request } }) =>
      beginPasskeyProof(services, { userId: actor.userId, party: partyAt(services, request) }),
    ),
    removePasskey: api.removePasskey.handler(async ({ input: { id, ...proof }, context }) => {
      await removePasskey(services, { ...proof, ...proofContext(context) }, { id, spared: sessionHashOf(context.request) });
      return {};
    }),
  };
}

export function securityRoutes(services: SecurityServices) {
  const api = implement(security).$context<RequestContext>();
  const { database } = services;
  return {
    find: api.find.handler(({ context }) => database.inCompany(context.actor.company.id, (tx) => view(tx, services, context))),
    addAuthenticator: api.addAuthenticator.handler(({ input, context: { actor, request } }) =>
      addAuthenticator(services, { ...input, ...proofContext({ actor, request }) }, services.nameAt(request.hostname)),
    ),
    confirmAuthenticator: api.confirmAuthenticator.handler(async ({ input: { code }, context }) => ({
      recovery_codes: await confirmAuthenticator(services, { userId: context.actor.userId, code, spared: sessionHashOf(context.request) }),
    })),
    removeAuthenticator: api.removeAuthenticator.handler(async ({ input, context }) => {
      await removeAuthenticator(services, { ...input, ...proofContext(context) }, sessionHashOf(context.request));
      return {};
    }),
    renewRecoveryCodes: api.renewRecoveryCodes.handler(async ({ input, context }) => ({
      recovery_codes: await renewRecoveryCodes(services, { ...input, ...proofContext(context) }, sessionHashOf(context.request)),
    })),
    ...passkeyRoutes(services),
    removeSocialAccount: api.removeSocialAccount.handler(async ({ input: { id, ...proof }, context }) => {
      await removeSocial(services, { ...proof, ...proofContext(context) }, { id, spared: sessionHashOf(context.request) });
      return {};
    }),
    removeIdentityProvider: api.removeIdentityProvider.handler(async ({ input: { id, ...proof }, context }) => {
      await removeProvider(services, { ...proof, ...proofContext(context) }, { id, spared: sessionHashOf(context.request) });
      return {};
    }),
    endSession: api.endSession.handler(({ input: { id }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        if (!(await endSessionById(tx, actor.userId, id))) throw new AppError('not_found');
        return {};
      }),
    ),
    endOtherSessions: api.endOtherSessions.handler(({ context }) =>
      database.asSystem(async (tx) => {
        await endSessionsOf(tx, context.actor.userId, sessionHashOf(context.request));
        return {};
      }),
    ),
  };
}
