import { implement } from '@orpc/server';
import { mixmax } from '@headwater/contract/mixmax';
import { addressesOf } from '#modules/profiles/public/addresses.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { FindMixmaxAccount } from './reports-port.ts';

/** SEQ-034, SEQ-035. Sends only addresses that the user may see. */
export function mixmaxRoutes({ database, findAccount }: { database: Database; findAccount: FindMixmaxAccount }) {
  const api = implement(mixmax).$context<RequestContext>();
  return {
    sequenceReports: api.sequenceReports.handler(async ({ input: { profile_id: profileId }, context: { actor } }) => {
      const address = await database.readInCompany(actor.company.id, async (tx) => {
        await requireProfile(tx, profileId);
        return (await addressesOf(tx, actor, [profileId])).get(profileId);
      });
      const account = address?.isUsable ? await findAccount(actor.company.id) : undefined;
      return { sequence_reports: address && account ? await account.reportsOn([address.email]) : [] };
    }),
  };
}
