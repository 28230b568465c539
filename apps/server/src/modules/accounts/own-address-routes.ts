import { implement } from '@orpc/server';
import { ownAddress } from '@headwater/contract/own-address';
import type { RequestContext } from '#platform/http/context.ts';
import { requestAddressChange, confirmAddress, findAddressChange } from './users/own-address.ts';
import { findReturn, type RestoreServices, restoreAddress } from './users/restore-address.ts';
import { originOf, sessionHashOf } from './sessions/session.ts';

export function ownAddressRoutes(services: RestoreServices) {
  const api = implement(ownAddress).$context<RequestContext>();
  return {
    ask: api.ask.handler(async ({ input, context }) => {
      const { actor, request } = context;
      await requestAddressChange(services, { ...input, userId: actor.userId, host: request.host }, originOf(context));
      return {};
    }),
    find: api.find.handler(async ({ input: { token }, context: { actor } }) => {
      const { user, address } = await findAddressChange(services, { token, userId: actor.userId });
      return { email: address, before: user.email };
    }),
    confirm: api.confirm.handler(async ({ input: { token }, context: { actor, request } }) => {
      const spared = sessionHashOf(request);
      await confirmAddress(services, { token, userId: actor.userId, spared });
      return {};
    }),
    findReturn: api.findReturn.handler(({ input: { token } }) => findReturn(services, token)),
    takeBack: api.takeBack.handler(async ({ input: { token, password } }) => {
      await restoreAddress(services, { token, password });
      return {};
    }),
  };
}
