import type { FastifyInstance } from 'fastify';
import type { Actor } from '@headwater/domain/roles';
import type { wireCampaigns } from './campaigns.ts';
import type { Infrastructure } from './foundation.ts';
import { type MailServices, openMailSlices } from './mail-slices.ts';
import type { Calls, Past } from '#modules/demo/past-port.ts';
import { openProfile } from '#modules/profiles/actions/open-profile.ts';
import { saveSearch } from '#modules/search/public.ts';
import { recordSearch } from '#modules/search-history/public.ts';
import type { MovableClock } from '#platform/clock.ts';
import { withPreparedPlans } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';

/** A context without a request: access to request data fails. */
const contextOf = (actor: Actor): RequestContext => ({
  actor,
  visitor: actor,
  language: actor.language,
  signal: new AbortController().signal,
  get request(): never {
    throw new Error('no request was made');
  },
  get reply(): never {
    throw new Error('no request was made');
  },
});

interface PastParts {
  callsIn(context: RequestContext): Calls;
  mail: MailServices;
  campaigns: Pick<ReturnType<typeof wireCampaigns>, 'planSlices'>;
  createHttp(): Promise<FastifyInstance>;
}

/** The history repeats its statements thousands of times, so prepared plans save time. */
export const demoInfrastructure = (base: Infrastructure): Infrastructure => ({ ...base, database: withPreparedPlans(base.database) });

export async function openDemoHistory({ callsIn, mail, campaigns, createHttp }: PastParts, clock: MovableClock): Promise<Past> {
  const slices = openMailSlices(mail);
  const planner = campaigns.planSlices();
  const http = await createHttp();
  return {
    clock,
    maySend: () => mail.database.asSystem(mail.maySend),
    as: (actor) => callsIn(contextOf(actor)),
    async ask({ method, url, agent, address, body }) {
      const path = new URL(url);
      const answer = await http.inject({
        method,
        url: path.pathname + path.search,
        remoteAddress: address,
        headers: { 'user-agent': agent, ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
        ...(body ? { payload: body } : {}),
      });
      return answer.statusCode;
    },
    viewProfile: (actor, profileId) =>
      mail.database.inCompany(
        actor.company.id,
        async (tx) => void (await openProfile(tx, actor, { profileId, now: clock.now(), referer: null })),
      ),
    recordSearch: (actor, { query, found }) =>
      mail.database.inCompany(actor.company.id, async (tx) => {
        const [owner, now] = [{ companyId: actor.company.id, userId: actor.userId }, clock.now()];
        const queryId = await saveSearch(tx, { ...owner, query, filters: '', ranking: 'relevance', folderId: null, found, now }, []);
        await recordSearch(tx, actor, { queryId, now });
      }),
    plan: async () => void (await planner.plan()),
    send: slices.send,
    readMail: slices.readMail,
    async nextDue() {
      const [plan, send] = await Promise.all([planner.nextPlanned(), slices.nextSending()]);
      return { plan: plan ?? undefined, send };
    },
    async close() {
      await slices.close();
      await http.close();
    },
  };
}
