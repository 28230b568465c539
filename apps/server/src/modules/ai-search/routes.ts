import { aiSearch as contract } from '@headwater/contract/ai-search';
import type { Actor } from '@headwater/domain/roles';
import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/http/context.ts';
import { createRateLimit, type RateLimitOptions } from '#platform/rate-limit.ts';
import { cancelSearch, changeSearch, rateProfile, showSearch, startSearch } from './actions.ts';
import { presentProposal } from './present.ts';
import { readRequest } from './proposal/understand.ts';
import type { AiSearchContext } from './service.ts';

/** Each start runs several searches, and possibly a language model. */
const startsAMinute = { ofUser: 20, ofCompany: 200 };
const changesAMinute = { ofUser: 60, ofCompany: 600 };

const proposalsAMinute = { ofUser: 180, ofCompany: 1800 };

const each = ({ userId, company }: Actor, { ofUser, ofCompany }: typeof startsAMinute) => ({
  [`user ${userId}`]: ofUser,
  [`company ${company.id}`]: ofCompany,
});

export function aiSearchRoutes(services: AiSearchContext & Pick<RateLimitOptions, 'counts'>) {
  const limit = { clock: services.clock, counts: services.counts, windowMs: 60_000 };
  const starts = createRateLimit({ ...limit, name: 'ai searches: starts' });
  const proposals = createRateLimit({ ...limit, name: 'ai searches: proposals' });
  const changes = createRateLimit({ ...limit, name: 'ai searches: changes' });
  const api = implement(contract).$context<RequestContext>();
  return {
    propose: api.propose.handler(async ({ input, context: { actor } }) => {
      proposals.take(each(actor, proposalsAMinute));
      return presentProposal(await readRequest({ text: input.text, language: actor.language }), actor.language);
    }),
    start: api.start.handler(({ input, context: { actor } }) => {
      starts.take(each(actor, startsAMinute));
      return startSearch(services, actor, { text: input.text, folderId: input.folder_id ?? null, query: input.query });
    }),
    get: api.get.handler(({ input, context: { actor } }) =>
      showSearch(services, actor, { id: input.id, page: input.page, perPage: input.per_page }),
    ),
    change: api.change.handler(({ input, context: { actor } }) => {
      changes.take(each(actor, changesAMinute));
      return changeSearch(services, actor, input);
    }),
    cancel: api.cancel.handler(({ input, context: { actor } }) => cancelSearch(services, actor, input.id)),
    feedback: api.feedback.handler(({ input, context: { actor } }) =>
      rateProfile(services, actor, { id: input.id, profileId: input.profile_id, value: input.value }),
    ),
  };
}
