import { implement } from '@orpc/server';
import { ats } from '@headwater/contract/ats';
import { catalogue, message, type MessageKey } from '@headwater/contract/errors';
import {
  type AtsVendorName,
  atsVendorNames,
  byName,
  type ConsentVendor,
  consentVendors,
  isConsentVendor,
  type UserVendor,
  userVendors,
} from '@headwater/domain/ats/vendors';
import { mayAccess } from '@headwater/domain/access';
import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { Actor } from '@headwater/domain/roles';
import { exportSources, type SourceServices } from '#modules/candidate-export/public.ts';
import { listConnections } from '#modules/connections/public.ts';
import { findProfileCards, visibleProfileIds } from '#modules/profiles/public.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { findOwnJob } from '#platform/jobs/store.ts';
import { candidateVacancies } from './candidate-vacancies.ts';
import { changeUpdates, withdraw } from './change-link.ts';
import { checkVendor, connectVendor, disconnectVendor } from './connect.ts';
import { acceptConsent, requestConsent } from './consent.ts';
import { presentAccount, presentAccounts, presentLinks } from './present.ts';
import { type SendServices, startSend } from './send/start-send.ts';
import { listApplications, listLinksOfProfile } from './store/links.ts';
import { countSends, listSends } from './store/sends.ts';
import { chooseUser, listUsers } from './users.ts';

interface AddedMailbox {
  id: number;
  active: boolean;
  create_date: string;
  last_refresh_date: string | null;
}

export interface AtsRouteServices extends SendServices, SourceServices {
  /** Connects a mailbox by the code of its consent page. */
  acceptMailbox(actor: Actor, answer: { provider: GrantedProvider; code: string; state: string }): Promise<AddedMailbox>;
}

const api = implement(ats).$context<RequestContext>();

function vendorRoutes(services: AtsRouteServices, vendor: AtsVendorName) {
  const { secrets } = services;
  const own = api[vendor];
  const { ofVacancy, ofSequence } = exportSources(services);
  return {
    connect: own.connect.handler(async ({ input: credentials, context }) =>
      presentAccount(await connectVendor(services, context.actor, { vendor, credentials, origin: originOf(services, context) }), {
        secrets,
        origin: originOf(services, context),
      }),
    ),
    vacancies: own.vacancies.handler(({ input, context: { actor } }) =>
      candidateVacancies(services, actor, { vendor, profileId: input.ah_profile_id }),
    ),
    send: own.send.handler(async ({ input: { ah_profile_id: profileId, ...how }, context: { actor } }) => {
      await requireVisible(services, actor, profileId);
      return startSend(services, { actor, vendor, profileIds: [profileId], how, isSingle: true });
    }),
    withdraw: own.withdraw.handler(async ({ input: { ah_profile_id: profileId, job_id: jobId }, context: { actor } }) => {
      await withdraw(services, actor, { vendor, profileId, jobId });
      return {};
    }),
    enableUpdates: own.enableUpdates.handler(({ input: { id: profileId }, context: { actor } }) =>
      changeUpdates(services, actor, { vendor, profileId, hasUpdates: true }),
    ),
    disableUpdates: own.disableUpdates.handler(({ input: { id: profileId }, context: { actor } }) =>
      changeUpdates(services, actor, { vendor, profileId, hasUpdates: false }),
    ),
    exportVacancy: own.exportVacancy.handler(async ({ input: { params, body }, context: { actor } }) => {
      const { candidates } = await ofVacancy(actor, params.id, { candidate_ids: body.candidate_ids });
      return startSend(services, { actor, vendor, profileIds: candidates.map((row) => row.profile_id), how: body });
    }),
    exportSequence: own.exportSequence.handler(async ({ input: { params, body }, context: { actor } }) => {
      const { candidates } = await ofSequence(actor, params.id, { candidate_ids: body.candidate_ids });
      return startSend(services, { actor, vendor, profileIds: candidates.map((row) => row.profile_id), how: body });
    }),
  };
}

const originOf = ({ publicUrl }: Pick<SendServices, 'publicUrl'>, { request }: RequestContext) =>
  (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');

async function requireVisible({ database }: SendServices, actor: Actor, profileId: number): Promise<void> {
  const visible = await database.inCompany(actor.company.id, (tx) => visibleProfileIds(tx, [profileId]));
  if (!visible.has(profileId)) throw new AppError('not_found');
}

const consentRoute = (services: AtsRouteServices, vendor: ConsentVendor) =>
  api.consent[vendor].handler(async ({ input: credentials, context }) => ({
    url: await requestConsent(services, context.actor, { vendor, credentials, origin: originOf(services, context) }),
  }));

const userRoutes = (services: AtsRouteServices, vendor: UserVendor) => ({
  list: api.users[vendor].list.handler(({ context: { actor } }) => listUsers(services, actor, vendor)),
  choose: api.users[vendor].choose.handler(({ input: { user_id: userId }, context: { actor } }) =>
    chooseUser(services, actor, { vendor, userId }),
  ),
});

const isMessage = (key: string): key is MessageKey => Object.hasOwn(catalogue, key);

export function atsRoutes(services: AtsRouteServices) {
  const { database, secrets } = services;
  return {
    ...byName(atsVendorNames, (vendor) => vendorRoutes(services, vendor)),
    consent: byName(consentVendors, (vendor) => consentRoute(services, vendor)),
    users: byName(userVendors, (vendor) => userRoutes(services, vendor)),
    addAccount: api.addAccount.handler(async ({ input: { vendor, access_token: code, state }, context }) => {
      const { actor } = context;
      if (!mayAccess(isConsentVendor(vendor) ? 'integrations' : 'messaging', actor)) throw new AppError('forbidden');
      if (!isConsentVendor(vendor)) return { vendor, ...(await services.acceptMailbox(actor, { provider: vendor, code, state })) };
      const origin = originOf(services, context);
      const { id, active, create_date, last_refresh_date } = presentAccount(
        await acceptConsent(services, actor, { vendor, code, state, origin }),
        { secrets, origin },
      );
      return { id, vendor, active, create_date, last_refresh_date };
    }),
    accounts: api.accounts.handler(({ context }) =>
      database.inCompany(context.actor.company.id, async (tx) => {
        const connections = await listConnections(tx, context.actor.company.id);
        return {
          social_accounts: presentAccounts(connections, { secrets, origin: originOf(services, context) }),
          consent_vendors: consentVendors.filter((vendor) => services.integrations.get(vendor)?.ats?.consent?.isConfigured),
        };
      }),
    ),
    checkAccount: api.checkAccount.handler(async ({ input: { id }, context }) =>
      presentAccount(await checkVendor(services, context.actor, id), { secrets, origin: originOf(services, context) }),
    ),
    removeAccount: api.removeAccount.handler(async ({ input: { id }, context: { actor } }) => {
      await disconnectVendor(services, actor, id);
      return {};
    }),
    links: api.links.handler(({ input: { profile_id: profileId }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (!(await visibleProfileIds(tx, [profileId])).has(profileId)) throw new AppError('not_found');
        const links = await listLinksOfProfile(tx, profileId);
        const applications =
          links.length === 0
            ? []
            : await listApplications(
                tx,
                links.map(({ id }) => id),
              );
        return { links: presentLinks(links, applications) };
      }),
    ),
    sendRows: api.sendRows.handler(({ input: { id, state, page, per_page: perPage }, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const job = await findOwnJob(tx, id, actor.userId);
        if (!job) throw new AppError('not_found');
        const counts = await countSends(tx, id);
        const count = state === undefined ? Object.values(counts).reduce((sum, each) => sum + each, 0) : counts[state];
        const rows = await listSends(tx, id, { state, limit: perPage, offset: (page - 1) * perPage });
        const cards = await findProfileCards(
          tx,
          rows.map((row) => row.profile_id),
          actor,
        );
        const names = new Map(cards.map((card) => [card.id, card.name]));
        const { service = '' } = job.details;
        return {
          rows: rows.map((row) => ({
            profile_id: row.profile_id,
            name: names.get(row.profile_id) ?? '',
            state: row.state,
            error:
              row.failure !== null && isMessage(row.failure) ? message(row.failure, language, { service, reason: row.reason ?? '' }) : null,
            url: row.url,
          })),
          count,
          counts,
          pages: pagesOf({ page, perPage, count }),
        };
      }),
    ),
  };
}
