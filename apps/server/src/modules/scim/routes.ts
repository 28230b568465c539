import { implement } from '@orpc/server';
import { scim, type ScimView } from '@headwater/contract/scim';
import { lockUnchangedUser } from '#modules/accounts/public/manage-users.ts';
import { companyInReach } from '#modules/employees/public.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { baseOf } from './caller.ts';
import type { ScimServices } from './services.ts';
import { countManaged, deleteToken, findToken, saveAddressRule, saveToken } from './store/tokens.ts';

/** Recognisable for people and secret scanners. */
const prefix = 'hws_';

export function scimRoutes(services: ScimServices) {
  const { database, clock, prove } = services;
  const api = implement(scim).$context<RequestContext>();
  const within = <T>(
    { actor }: RequestContext,
    companyId: number | undefined,
    work: (tx: Tx, companyId: number) => Promise<T>,
  ): Promise<T> => database.asSystem(async (tx) => work(tx, (await companyInReach(tx, actor, companyId)).id));
  const view = async (tx: Tx, companyId: number, { request }: RequestContext): Promise<ScimView> => {
    const [token, count] = [await findToken(tx, companyId), await countManaged(tx, companyId)];
    return {
      base_url: baseOf(services, request),
      token: token
        ? {
            last_four: token.last_four,
            created_at: token.created_at.toISOString(),
            last_used_at: token.used_at?.toISOString() ?? null,
            changes_admin_addresses: token.changes_admin_addresses,
          }
        : null,
      managed_users: count.managed,
      active_users: count.active,
    };
  };
  return {
    settings: api.settings.handler(({ input, context }) => within(context, input.company_id, (tx, id) => view(tx, id, context))),
    createToken: api.createToken.handler(async ({ input: { company_id: asked, ...proof }, context }) => {
      const { actor, request } = context;
      // Before the proof, so that a company out of reach stays a 404.
      await database.asSystem((tx) => companyInReach(tx, actor, asked));
      const prover = await prove({ ...proof, userId: actor.userId, host: request.host });
      return within(context, asked, async (tx, companyId) => {
        if (!(await lockUnchangedUser(tx, prover))) throw new AppError('unauthorized');
        const secret = `${prefix}${makeToken().value}`;
        await saveToken(tx, {
          company_id: companyId,
          token_hash: hashToken(secret),
          last_four: secret.slice(-4),
          created_by: context.actor.userId,
          created_at: clock.now(),
          used_at: null,
        });
        return { ...(await view(tx, companyId, context)), access_token: secret };
      });
    }),
    save: api.save.handler(({ input, context }) =>
      within(context, input.company_id, async (tx, companyId) => {
        if (!(await saveAddressRule(tx, companyId, input.changes_admin_addresses))) throw new AppError('not_found');
        return view(tx, companyId, context);
      }),
    ),
    revokeToken: api.revokeToken.handler(({ input, context }) =>
      within(context, input?.company_id, async (tx, companyId) => {
        if (!(await deleteToken(tx, companyId))) throw new AppError('not_found');
        return view(tx, companyId, context);
      }),
    ),
  };
}
