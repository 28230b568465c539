import type { FastifyInstance } from 'fastify';
import type { Faults } from '../mail/faults.ts';
import type { MailStore } from '../mail/store.ts';
import type { SandboxUser } from '../mail/users.ts';
import { copiesOf, lastPlace } from './account.ts';
import { registerGmail } from './gmail.ts';
import { openGrants } from './grants.ts';
import { registerIdentity } from './identity.ts';
import { registerGraph } from './microsoft.ts';
import { type OAuthVendor, registerOAuth } from './oauth.ts';

export type ProvidersOptions = { store: MailStore; faults: Faults; users: SandboxUser[]; directory: string };

const google: OAuthVendor = {
  title: 'Google (sandbox)',
  authorizePath: '/google/o/oauth2/v2/auth',
  tokenPath: '/google/token',
  revokePath: '/google/revoke',
  granular: true,
  pkce: true,
  error: (code) => ({
    error: code,
    error_description:
      code === 'invalid_grant' ? 'Token has been expired or revoked.' : code === 'invalid_client' ? 'Unauthorized' : 'Bad Request',
  }),
};

const aadCodes = { invalid_grant: 70_000, invalid_client: 7_000_215, invalid_request: 900_144 };

const microsoft: OAuthVendor = {
  title: 'Microsoft (sandbox)',
  authorizePath: '/microsoft/common/oauth2/v2.0/authorize',
  tokenPath: '/microsoft/common/oauth2/v2.0/token',
  revokePath: null,
  granular: false,
  pkce: true,
  error: (code) => ({
    error: code,
    error_description: `AADSTS${aadCodes[code]}: The provided value was refused.`,
    error_codes: [aadCodes[code]],
  }),
};

type Change = { mailbox?: string; change?: string; scope?: string } | null;

/**
 * Google under /google, Microsoft under /microsoft, an identity provider under /identity. For tests, JSON only:
 * POST /control/grants `{"mailbox", "change": "revoke" | "expire" | "narrow" | "forget_history", "scope"?}`: simulates account
 * settings, token expiry, and expired history.
 */
export function registerProviders(app: FastifyInstance, options: ProvidersOptions): void {
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  registerIdentity(app, options.users);
  const historyStarts = new Map<string, number>();
  const grants = [google, microsoft].map((vendor) => {
    const known = openGrants(options.directory, vendor.authorizePath.split('/')[1] ?? '');
    registerOAuth(app, { vendor, grants: known, users: options.users });
    return known;
  });
  const [ofGoogle, ofMicrosoft] = grants;
  if (ofGoogle) registerGmail(app, { ...options, grants: ofGoogle, forgotten: historyStarts });
  if (ofMicrosoft) registerGraph(app, { ...options, grants: ofMicrosoft, forgotten: historyStarts });
  app.post<{ Body: Change }>('/control/grants', (request, reply) => {
    const { mailbox = '', change = '', scope = '' } = request.body ?? {};
    const isJson = request.headers['content-type']?.startsWith('application/json');
    if (!isJson || !['revoke', 'expire', 'narrow', 'forget_history'].includes(change))
      return reply.code(400).send({ change: ['Not spoken'] });
    if (change === 'forget_history') historyStarts.set(mailbox, lastPlace(copiesOf(options.store, mailbox)));
    else for (const one of grants) one.change(mailbox, change === 'narrow' ? { drop: scope } : (change as 'revoke' | 'expire'));
    return reply.code(204).send();
  });
}
