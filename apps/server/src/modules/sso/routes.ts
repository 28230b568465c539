import { implement } from '@orpc/server';
import { type SsoView, sso } from '@headwater/contract/sso';
import type { FastifyRequest } from 'fastify';
import { originOf } from '#modules/accounts/public.ts';
import { replaceSession, sessionHashOf } from '#modules/accounts/public/sign-in.ts';
import { companyInReach } from '#modules/employees/public.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { beginSignIn } from './actions/begin-sign-in.ts';
import { type Saver, verifyDomains } from './actions/domains.ts';
import { confirmSignIn, findSignIn } from './actions/finish-sign-in.ts';
import { createSettings, saveSettings } from './actions/save-settings.ts';
import { SignInRefused } from './identity-provider-port.ts';
import { callbackPath, presentConfiguration, presentDomain, presentSettings } from './present.ts';
import type { SsoServices } from './services.ts';
import { listDomains, takenDomains } from './store/domains.ts';
import { findConfiguration, findSettings } from './store/settings.ts';

/** Providers only redirect to registered URLs, so the host header needs no check. */
export const redirectUri = ({ publicUrl }: Pick<SsoServices, 'publicUrl'>, request: FastifyRequest): string =>
  `${(publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')}${callbackPath}`;

export function refusedAt({ log }: Pick<SsoServices, 'log'>, refused: SignInRefused): string {
  log.info({ err: refused }, 'SSO sign-in rejected');
  return `/login/sso?problem=${refused.problem}`;
}

/** ADR 33. */
function confirmationRoutes(services: SsoServices) {
  const api = implement(sso).$context<RequestContext>();
  return {
    findConfirmation: api.findConfirmation.handler(({ input: { token }, context: { request } }) =>
      findSignIn(services, { token, browser: services.browser.read(request) }),
    ),
    confirm: api.confirm.handler(async ({ input: { token }, context }) => {
      try {
        const link = { token, browser: services.browser.read(context.request) };
        const entered = await confirmSignIn(services, { ...link, origin: originOf(context) });
        await replaceSession(services, entered, context);
        return { next: entered.next };
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        return { next: refusedAt(services, error) };
      }
    }),
  };
}

/** SSO-011 to SSO-018. */
export function ssoRoutes(services: SsoServices) {
  const { database, clock } = services;
  const api = implement(sso).$context<RequestContext>();

  /** Throws not_found. */
  const saverOf = async ({ actor, request }: RequestContext, companyId: number | undefined): Promise<Saver> => {
    const company = await database.asSystem((tx) => companyInReach(tx, actor, companyId));
    return { actor, companyId: company.id, now: clock.now(), session: sessionHashOf(request) };
  };
  const view = ({ request }: RequestContext, { companyId, now }: Saver): Promise<SsoView> =>
    database.asSystem(async (tx) => {
      const [settings, domains] = [await findSettings(tx, companyId), await listDomains(tx, companyId)];
      const open = domains.filter((row) => row.verified_at === null).map(({ domain }) => domain);
      const taken = open.length === 0 ? [] : await takenDomains(tx, { companyId, domains: open, now });
      const configuration = await findConfiguration(tx, companyId);
      return {
        settings: settings ? presentSettings(settings, domains) : null,
        redirect_uri: redirectUri(services, request),
        domain_states: domains.map((row) => presentDomain(row, { isTaken: taken.includes(row.domain) })),
        configuration: configuration ? presentConfiguration(configuration) : null,
      };
    });

  return {
    settings: api.settings.handler(async ({ input, context }) => view(context, await saverOf(context, input.company_id))),
    create: api.create.handler(async ({ input: { company_id: companyId, ...input }, context }) => {
      const saver = await saverOf(context, companyId);
      await createSettings(services, saver, input);
      return view(context, saver);
    }),
    save: api.save.handler(async ({ input: { company_id: companyId, ...changes }, context }) => {
      const saver = await saverOf(context, companyId);
      await saveSettings(services, saver, changes);
      return view(context, saver);
    }),
    verifyDomains: api.verifyDomains.handler(async ({ input, context }) => {
      const saver = await saverOf(context, input.company_id);
      await verifyDomains(services, saver, input.domains);
      return view(context, saver);
    }),
    url: api.url.handler(async ({ input, context: { request, reply } }) => {
      const browser = services.browser.read(request);
      const begun = await beginSignIn(services, { ...input, browser, redirectUri: redirectUri(services, request) });
      services.browser.put(reply, begun.browser);
      return { url: begun.url };
    }),
    ...confirmationRoutes(services),
  };
}
