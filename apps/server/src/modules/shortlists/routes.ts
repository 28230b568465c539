import { implement } from '@orpc/server';
import { shortlists } from '@headwater/contract/shortlists';
import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { visitorAddress } from '#platform/http/visitor-address.ts';
import { findUser } from '#modules/accounts/public.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import {
  addToShortlist,
  closeLink,
  closeLinks,
  mayRevoke,
  removeFromShortlist,
  reviewCandidate,
  shareShortlist,
  shortlistsOfProfile,
} from './actions.ts';
import { openCandidate, openShortlist, reviewByLink, type Visit } from './by-link.ts';
import { listOpenLinks } from './store/links.ts';
import { presentShortlisted } from './present.ts';
import { listShortlisted } from './store/shortlists.ts';

interface ShortlistServices {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

const presentLink = (actor: Actor, row: Awaited<ReturnType<typeof listOpenLinks>>[number]) => ({
  id: row.id,
  reviewer: row.reviewer,
  created_by: row.creator,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  opened_count: row.opened_count,
  opened_at: row.opened_at?.toISOString() ?? null,
  may_revoke: mayRevoke(actor, row),
});

const nameOf = async (tx: Tx, userId: number) => {
  const user = await findUser(tx, userId);
  return user ? `${user.first_name} ${user.last_name}`.trim() || user.email : '';
};

export function shortlistRoutes({ database, clock, publicUrl }: ShortlistServices) {
  const api = implement(shortlists).$context<RequestContext>();
  const visitOf = ({ hash }: { hash: string }, { language, request }: Pick<RequestContext, 'language' | 'request'>): Visit => ({
    hash,
    language,
    address: visitorAddress(request),
    now: clock.now(),
  });
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  return {
    ofVacancy: api.ofVacancy.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => {
        const vacancy = await requireVacancy(tx, actor, { id });
        const mayEdit = mayAccess('edit_vacancies', actor);
        const links = mayEdit ? await listOpenLinks(tx, id, clock.now()) : [];
        return {
          folder: { id, name: vacancy.name },
          candidates: await presentShortlisted(tx, actor, await listShortlisted(tx, { vacancyIds: [id] })),
          links: links.map((row) => presentLink(actor, row)),
          may_edit: mayEdit,
        };
      }),
    ),
    ofProfile: api.ofProfile.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => ({ candidates: await presentShortlisted(tx, actor, await shortlistsOfProfile(tx, actor, id)) })),
    ),
    add: api.add.handler(({ input: { id: vacancyId, ids }, context: { actor } }) =>
      run(actor, async (tx) => ({ count: await addToShortlist(tx, actor, { vacancyId, ids, now: clock.now() }) })),
    ),
    remove: api.remove.handler(({ input: { id: vacancyId, ids }, context: { actor } }) =>
      run(actor, async (tx) => ({ count: await removeFromShortlist(tx, actor, { vacancyId, ids }) })),
    ),
    review: api.review.handler(({ input: { id: candidateId, decision, comment }, context: { actor } }) =>
      run(actor, async (tx) => {
        const name = await nameOf(tx, actor.userId);
        return reviewCandidate(tx, actor, { candidateId, decision, comment, name, now: clock.now() });
      }),
    ),
    addLink: api.addLink.handler(({ input: { id: vacancyId, reviewer, days }, context: { actor } }) =>
      run(actor, async (tx) => {
        const { id, hash, expiresAt } = await shareShortlist(tx, actor, { vacancyId, reviewer, days, now: clock.now() });
        return { id, hash, url: new URL(`/r/${hash}`, publicUrl).href, expires_at: expiresAt.toISOString() };
      }),
    ),
    revokeLink: api.revokeLink.handler(({ input: { id: linkId }, context: { actor } }) =>
      run(actor, async (tx) => {
        await closeLink(tx, actor, { linkId, now: clock.now() });
        return {};
      }),
    ),
    revokeLinks: api.revokeLinks.handler(({ input: { id: vacancyId }, context: { actor } }) =>
      run(actor, async (tx) => ({ count: await closeLinks(tx, actor, { vacancyId, now: clock.now() }) })),
    ),
    open: api.open.handler(({ input, context }) => openShortlist(database, visitOf(input, context))),
    openCandidate: api.openCandidate.handler(({ input, context }) =>
      openCandidate(database, { ...visitOf(input, context), candidateId: input.id }),
    ),
    reviewByLink: api.reviewByLink.handler(({ input, context }) => {
      const { id: candidateId, decision, comment } = input;
      return reviewByLink(database, { ...visitOf(input, context), candidateId, decision, comment });
    }),
  };
}
