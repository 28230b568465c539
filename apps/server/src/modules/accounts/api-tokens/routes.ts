import { implement } from '@orpc/server';
import { apiTokens, type ApiTokenView, type MadeToken, type TokenRequest } from '@headwater/contract/api-tokens';
import { mayActAs } from '@headwater/domain/companies/people';
import { type Actor, isAdminType, type Role } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { endStreams } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findUser, lockUnchangedUser, staffRankOf, type User } from '../store/users.ts';
import type { Proof } from '../sign-in/require-proof.ts';
import { makeApiToken } from './make-token.ts';
import { type ApiToken, deleteTokenById, deleteTokens, deleteUnnamed, findToken, isNameTaken, listTokens } from './store.ts';

type ProvedRequest = TokenRequest & Pick<Proof, 'password' | 'code' | 'passkey'>;

export interface ApiTokenServices {
  database: Database;
  clock: Clock;
  usageOf(tx: Tx, userId: number): Promise<{ resource: string; count: number }[]>;
  /** Checks password or code. Throws the errors of `requireProof`. */
  prove(proof: Proof): Promise<User>;
  /** accounts/README.md, own address: notifies the owner of a new token. `isOwn`: the owner made it. */
  notifyTokenOwner(tx: Tx, made: { userId: number; isOwn: boolean }): Promise<void>;
}

/** Per user. */
const mostTokens = 50;

async function rejectTakenName<T>(saved: Promise<T>): Promise<T> {
  try {
    return await saved;
  } catch (error) {
    throw isNameTaken(error) ? new FieldErrors({ name: 'group_name_taken' }) : error;
  }
}

const view = ({ id, name, last_used_at, last_four, scopes, created_at, expires_at }: ApiToken, now: Date): ApiTokenView => ({
  id,
  name: name ?? '',
  last_used_at: last_used_at?.toISOString() ?? null,
  last_four,
  scopes: scopes as ApiTokenView['scopes'],
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  is_expired: expires_at !== null && expires_at <= now,
});

export function apiTokenRoutes({ database, clock, usageOf, prove, notifyTokenOwner }: ApiTokenServices) {
  const api = implement(apiTokens).$context<RequestContext>();
  const make = async (
    tx: Tx,
    { actor, prover, userId }: { actor: Actor; prover: User; userId: number },
    request: TokenRequest & { name?: string },
  ): Promise<MadeToken> => {
    if (!(await lockUnchangedUser(tx, prover))) throw new AppError('unauthorized');
    const now = clock.now();
    const { token, secret } = await makeApiToken(tx, { userId, companyId: actor.company.id, createdBy: actor.userId, now }, request);
    await notifyTokenOwner(tx, { userId, isOwn: userId === actor.userId });
    return { ...view(token, now), access_token: secret };
  };
  /** ROLE-022. Checked before the proof, for a 404, and again after it. */
  const makeFor = async (
    { actor, request: { host } }: RequestContext,
    fits: (user: { role: Role }) => boolean,
    { id: userId, scopes, expires_at, ...proof }: ProvedRequest & { id: number },
  ) => {
    const requireFit = async (tx: Tx) => {
      const user = await findUser(tx, userId);
      if (!user || !fits(user)) throw new AppError('not_found');
      // A token has all rights of its owner.
      if (userId !== actor.userId && !mayActAs(actor, staffRankOf(user))) throw new AppError('employee_role_by_super_user');
      if (!user.is_active) throw new AppError('user_switched_off');
      if (!user.is_activated || !user.is_verified) throw new AppError('user_not_activated');
    };
    await database.readInCompany(actor.company.id, requireFit);
    const prover = await prove({ ...proof, userId: actor.userId, host });
    return database.inCompany(actor.company.id, async (tx) => {
      await requireFit(tx);
      // Administrators replace the tokens of a colleague, whatever their names.
      if (userId !== actor.userId) await deleteTokens(tx, userId);
      return make(tx, { actor, prover, userId }, { scopes, expires_at });
    });
  };
  return {
    find: api.find.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const [token, usage] = await Promise.all([findToken(tx, actor.userId), usageOf(tx, actor.userId)]);
        return { token: token ? view(token, clock.now()) : null, api_access: actor.company.hasApi ?? false, usage };
      }),
    ),
    create: api.create.handler(async ({ input: { scopes, expires_at, ...proof }, context: { actor, request } }) => {
      const { userId } = actor;
      const prover = await prove({ ...proof, userId, host: request.host });
      return database.inCompany(actor.company.id, (tx) => make(tx, { actor, prover, userId }, { scopes, expires_at }));
    }),
    list: api.list.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({
        tokens: (await listTokens(tx, actor.userId)).map((token) => view(token, clock.now())),
        api_access: actor.company.hasApi ?? false,
      })),
    ),
    createNamed: api.createNamed.handler(async ({ input: { scopes, expires_at, name, ...proof }, context: { actor, request } }) => {
      const { userId } = actor;
      const prover = await prove({ ...proof, userId, host: request.host });
      return rejectTakenName(
        database.inCompany(actor.company.id, async (tx) => {
          const made = await make(tx, { actor, prover, userId }, { scopes, expires_at, name });
          if ((await listTokens(tx, userId)).length > mostTokens) throw new FieldErrors({ name: 'too_many_tokens' });
          return made;
        }),
      );
    }),
    revokeOne: api.revokeOne.handler(({ input: { id }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (!(await deleteTokenById(tx, { id, userId: actor.userId }))) throw new AppError('not_found');
        await endStreams(tx, { companyId: actor.company.id, userId: actor.userId });
        return {};
      }),
    ),
    revoke: api.revoke.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (!(await deleteUnnamed(tx, actor.userId))) throw new AppError('not_found');
        await endStreams(tx, { companyId: actor.company.id, userId: actor.userId });
        return {};
      }),
    ),
    generateForWorker: api.generateForWorker.handler(({ input, context }) => makeFor(context, ({ role }) => role === 'worker', input)),
    generateForAdmin: api.generateForAdmin.handler(({ input, context }) => makeFor(context, isAdminType, input)),
  };
}
