import { implement } from '@orpc/server';
import type { FastifyRequest } from 'fastify';
import { byGrantedProvider, type GrantedProvider, grantedProviders } from '@headwater/domain/mail/granted-providers';
import { mailServices } from '@headwater/contract/mail-services';
import type { MailAddress } from '@headwater/domain/mail/message';
import { AppError } from '#platform/errors.ts';
import { type Brandings, brandingOf } from '#platform/http/branding.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { chooseAlias, listAliases } from './actions/aliases.ts';
import { requestConsent, type ConsentServices } from './actions/consent.ts';

export interface MailServiceServices extends ConsentServices {
  publicUrl: string | undefined;
  brandings: Brandings;
}

const presentName = ({ name, address }: MailAddress) => ({ email: address, name });

/** MSET-006 to MSET-015. */
export function mailServiceRoutes(services: MailServiceServices) {
  const api = implement(mailServices).$context<RequestContext>();
  // Providers redirect only to registered addresses, whatever the Host header.
  const originOf = (request: FastifyRequest) => (services.publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
  // I18N-009: the branding of the host limits the apps.
  const isOffered = (request: FastifyRequest, provider: GrantedProvider) =>
    brandingOf(services.brandings, request.hostname).apps?.includes(provider) ?? true;
  return {
    list: api.list.handler(({ context: { request } }) => ({
      services: grantedProviders
        .filter((provider) => isOffered(request, provider))
        .map((provider) => ({ provider, configured: services.consents[provider].isConfigured })),
    })),
    connect: byGrantedProvider((provider) =>
      api.connect[provider].handler(async ({ context: { actor, request } }) => {
        if (!isOffered(request, provider)) throw new AppError('not_found');
        return { url: await requestConsent(services, actor, { provider, origin: originOf(request) }) };
      }),
    ),
    aliases: api.aliases.handler(async ({ context: { actor } }) => {
      const { aliases, from } = await listAliases(services, actor);
      return { aliases: aliases.map(presentName), from: presentName(from) };
    }),
    saveAlias: api.saveAlias.handler(async ({ input, context: { actor } }) => {
      const { aliases, from } = await chooseAlias(services, actor, input);
      return { aliases: aliases.map(presentName), from: presentName(from) };
    }),
  };
}
