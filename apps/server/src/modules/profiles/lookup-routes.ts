import { implement } from '@orpc/server';
import { profileLookups } from '@headwater/contract/profile-lookups';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { addLink, differenceOf, findByLink, findByLinks, inCompanyOf, saveDiversity } from './actions/look-up.ts';
import type { IsCandidateFor } from './actions/open-profile.ts';
import { verifyContacts } from './actions/verify-contacts.ts';
import type { MailDomains } from './mail-domains.ts';
import { presentProfile } from './present.ts';
import { requirePersonalInfo } from './require-personal-info.ts';

interface LookupServices {
  database: Database;
  clock: Clock;
  mailDomains: MailDomains;
  isCandidateFor: IsCandidateFor;
}

export function lookupRoutes({ database, clock, mailDomains, isCandidateFor }: LookupServices) {
  const api = implement(profileLookups).$context<RequestContext>();
  return {
    byLink: api.byLink.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({ id: await findByLink(tx, actor, input.url) })),
    ),
    byLinks: api.byLinks.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({ profiles: await findByLinks(tx, actor, input) })),
    ),
    verifier: api.verifier.handler(({ input, context: { actor } }) =>
      verifyContacts({ database, mailDomains, isCandidateFor }, actor, input.id),
    ),
    variant: api.variant.handler(({ input: { id: profileId, companyId }, context: { actor } }) =>
      inCompanyOf({ database, clock, actor }, { profileId, companyId }, async (_tx, { row, company }) => ({
        // Contacts that the other company opened or added stay private to it.
        profile: presentProfile({ row, contacts: [], opened: false, tags: [], fragments: [], now: clock.now() }, actor),
        company,
      })),
    ),
    difference: api.difference.handler(({ input: { id: profileId, companyId }, context: { actor } }) =>
      inCompanyOf({ database, clock, actor }, { profileId, companyId }, async (tx) => ({ changes: await differenceOf(tx, profileId) })),
    ),
    saveDiversity: api.saveDiversity.handler(({ input: { id: profileId, ...labels }, context: { actor } }) =>
      database.inCompany(actor.company.id, (tx) => saveDiversity(tx, actor, { profileId, ...labels })),
    ),
    addLink: api.addLink.handler(({ input, context: { actor } }) => {
      requirePersonalInfo(actor);
      return database.inCompany(actor.company.id, (tx) => addLink(tx, actor, { profileId: input.profile_id, url: input.url }));
    }),
  };
}
