import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxUser } from '../mail/users.ts';
import { html, page } from '../page/html.ts';
import { languageOf, TEXTS } from '../page/text.ts';
import type { Grant, Grants } from './grants.ts';

export const SANDBOX_CLIENT = { id: 'headwater-sandbox', secret: 'sandbox-secret' };

export type OAuthVendor = {
  title: string;
  authorizePath: string;
  tokenPath: string;
  revokePath: string | null;
  /** Whether users may grant a subset of the scopes, as with Google. */
  granular: boolean;
  /** Whether the vendor requires PKCE. */
  pkce: boolean;
  /** Parameters that the consent page requires beside the standard ones. */
  requires?: readonly string[];
  error(code: 'invalid_grant' | 'invalid_client' | 'invalid_request'): object;
};

export type OAuthOptions = {
  vendor: OAuthVendor;
  grants: Pick<Grants, 'code' | 'exchange' | 'refresh' | 'revoke'>;
  users: readonly Pick<SandboxUser, 'address'>[];
};

type ConsentQuery = {
  client_id?: string;
  redirect_uri?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  response_type?: string;
};
type Chosen = ConsentQuery & { account?: string; decision?: string } & Partial<Record<`granted_${number}`, string>>;

/** Consent page and token endpoint: authorization code flow with PKCE (RFC 6749, RFC 7636). */
export function registerOAuth(app: FastifyInstance, options: OAuthOptions): void {
  const { vendor } = options;
  app.get<{ Querystring: ConsentQuery }>(vendor.authorizePath, (request, reply) => showConsent(options, request, reply));
  app.post<{ Body: Chosen }>(vendor.authorizePath, (request, reply) => decide(options, request.body, reply));
  app.post<{ Body: Record<string, string> }>(vendor.tokenPath, (request, reply) => answerToken(options, request.body, reply));
  if (vendor.revokePath === null) return;
  app.post<{ Body: { token?: string } }>(vendor.revokePath, (request, reply) =>
    options.grants.revoke(request.body?.token ?? '')
      ? reply.send({})
      : reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' }),
  );
}

const isSound = ({ pkce, requires = [] }: OAuthVendor, query: ConsentQuery): boolean =>
  query.client_id === SANDBOX_CLIENT.id &&
  query.response_type === 'code' &&
  (!pkce || (query.code_challenge_method === 'S256' && (query.code_challenge ?? '').length >= 43)) &&
  requires.every((name) => name in query) &&
  URL.canParse(query.redirect_uri ?? '');

function showConsent(
  { vendor, users }: OAuthOptions,
  request: FastifyRequest<{ Querystring: ConsentQuery }>,
  reply: FastifyReply,
): FastifyReply {
  const query = request.query;
  const language = languageOf(request.headers['accept-language']);
  const text = TEXTS[language];
  if (!isSound(vendor, query))
    return reply
      .code(400)
      .type('text/html; charset=utf-8')
      .send(page(language, vendor.title, html`<h1>400</h1>`));
  const fields = Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}" />`);
  const scopes = (query.scope ?? '').split(' ').filter(Boolean);
  const body = html`<h1>${vendor.title}</h1>
    <p class="soft">${text.consent}</p>
    <form method="post" action="">
      ${fields}
      <strong>${text.account}</strong>
      <div>
        ${users.map(
          ({ address }, index) =>
            html`<label><input type="radio" name="account" value="${address}" ${index === 0 && html`checked`} /> ${address}</label>`,
        )}
      </div>
      <strong>${text.rights}</strong>
      ${scopes.map((scope, index) =>
        vendor.granular
          ? html`<label><input type="checkbox" name="${`granted_${index}`}" value="${scope}" checked /> ${scope}</label>`
          : html`<span>${scope}</span>`,
      )}
      <div>
        <button name="decision" value="allow">${text.allow}</button>
        <button name="decision" value="deny">${text.deny}</button>
      </div>
    </form>`;
  // The policy must allow the redirect to the client after the form.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(query.redirect_uri ?? '').origin}`;
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(page(language, vendor.title, body));
}

function decide({ vendor, grants, users }: OAuthOptions, chosen: Chosen, reply: FastifyReply): FastifyReply {
  const user = users.find(({ address }) => address === chosen.account);
  if (!isSound(vendor, chosen)) return reply.code(400).send(vendor.error('invalid_request'));
  const target = new URL(chosen.redirect_uri ?? '');
  target.searchParams.set('state', chosen.state ?? '');
  const scopes = (chosen.scope ?? '').split(' ').filter(Boolean);
  const granted = vendor.granular ? scopes.filter((scope, index) => chosen[`granted_${index}`] === scope) : scopes;
  if (chosen.decision !== 'allow' || !user || granted.length === 0) {
    target.searchParams.set('error', 'access_denied');
    return reply.redirect(target.href, 303);
  }
  const { redirect_uri: redirectUri = '', code_challenge: challenge = '' } = vendor.pkce ? chosen : { redirect_uri: chosen.redirect_uri };
  target.searchParams.set('code', grants.code({ address: user.address.toLowerCase(), scopes: granted, redirectUri, challenge }));
  target.searchParams.set('scope', granted.join(' '));
  return reply.redirect(target.href, 303);
}

function answerToken({ vendor, grants }: OAuthOptions, body: Record<string, string>, reply: FastifyReply): FastifyReply {
  if (body['client_id'] !== SANDBOX_CLIENT.id || body['client_secret'] !== SANDBOX_CLIENT.secret) {
    return reply.code(401).send(vendor.error('invalid_client'));
  }
  const grant = grantFor(grants, body);
  if (grant === 'unspoken') return reply.code(400).send(vendor.error('invalid_request'));
  if (!grant) return reply.code(400).send(vendor.error('invalid_grant'));
  return reply.send({
    access_token: grant.access,
    expires_in: 3599,
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
    // Google returns the refresh token once, others with each response.
    ...(body['grant_type'] === 'authorization_code' || !vendor.granular ? { refresh_token: grant.refresh } : {}),
  });
}

function grantFor(grants: OAuthOptions['grants'], body: Record<string, string>): Grant | null | 'unspoken' {
  const { grant_type: type, code = '', redirect_uri: redirectUri = '', code_verifier: verifier = '', refresh_token: refresh = '' } = body;
  if (type === 'authorization_code') return grants.exchange({ code, redirectUri, verifier });
  return type === 'refresh_token' ? grants.refresh(refresh) : 'unspoken';
}
