import { implement } from '@orpc/server';
import { profileLinks } from '@headwater/contract/profile-links';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { closeLink, mayRevoke, openLink, shareProfile } from './actions.ts';
import { listOpenLinks } from './store.ts';

interface LinkServices {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

export function profileLinkRoutes({ database, clock, publicUrl }: LinkServices) {
  const api = implement(profileLinks).$context<RequestContext>();
  return {
    get: api.get.handler(({ input, context: { language } }) =>
      openLink(database, { profileId: input.id, hash: input.hash, language, now: clock.now() }),
    ),
    list: api.list.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireProfile(tx, input.id);
        const rows = await listOpenLinks(tx, input.id, clock.now());
        return {
          links: rows.map((row) => ({
            id: row.id,
            created_by: row.created_by === null ? null : { id: row.created_by, name: `${row.first_name} ${row.last_name}`.trim() },
            created_at: row.created_at.toISOString(),
            expires_at: row.expires_at.toISOString(),
            opened_count: row.opened_count,
            opened_at: row.opened_at?.toISOString() ?? null,
            may_revoke: mayRevoke(actor, row),
          })),
        };
      }),
    ),
    add: api.add.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { id, hash, expiresAt } = await shareProfile(tx, actor, { profileId: input.id, days: input.days, now: clock.now() });
        return { id, hash, url: new URL(`/l/${input.id}/${hash}`, publicUrl).href, expires_at: expiresAt.toISOString() };
      }),
    ),
    revoke: api.revoke.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await closeLink(tx, actor, { linkId: input.id, now: clock.now() });
        return {};
      }),
    ),
  };
}
