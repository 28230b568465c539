import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../clock.ts';
import type { SandboxUser } from '../mail/users.ts';
import { html, page } from '../page/html.ts';
import { languageOf, TEXTS } from '../page/text.ts';
import { SANDBOX_CLIENT } from './oauth.ts';

interface Provider {
  base: string;
  at: string;
  /** Path of the discovery document and issuer below the base. */
  place: string;
  title?: string;
  /** Like Microsoft, each tenant has its own issuer, with the placeholder `{tenantid}`. */
  hasTenants?: boolean;
}

const providers: readonly Provider[] = [
  { base: '/identity', at: '/identity', place: '' },
  { base: '/google', at: '/google/openid', place: '', title: 'Google (sandbox)' },
  { base: '/microsoft', at: '/microsoft/openid', place: '/common/v2.0', title: 'Microsoft (sandbox)', hasTenants: true },
];

const tenant = '5a4d1c0e-0000-4000-8000-00000000cafe';
const otherTenant = '5a4d1c0e-0000-4000-8000-0000deadbeef';

/**
 * Simulated token faults. `tenant`: another tenant than the issuer's; `subject`: another person with the same address; `unverified`: unverified address.
 * `mix_up`: another issuer in the response (RFC 9207). `userinfo`: only UserInfo reports that the address is not verified.
 * `thin` (valid): only UserInfo has the profile. `silent` (valid): no claim about verification, as at Entra ID; `edov`: the claim of
 * Entra ID for it.
 */
const faults = [
  'none',
  'audience',
  'issuer',
  'tenant',
  'nonce',
  'expired',
  'unsigned',
  'key',
  'subject',
  'unverified',
  'silent',
  'edov',
  'no_email',
  'thin',
  'userinfo',
  'mix_up',
] as const;
type IdentityFault = (typeof faults)[number];

type Request = {
  client_id?: string;
  redirect_uri?: string;
  response_type?: string;
  scope?: string;
  state?: string;
  nonce?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  login_hint?: string;
};
type Chosen = Request & { email?: string; given_name?: string; family_name?: string; decision?: string; fault?: string };
type Code = { chosen: Chosen; until: number };

const codeLife = 600_000;
const tokenLife = 3600;

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

function lazyKey() {
  let made: ReturnType<typeof newKey> | undefined;
  return () => (made ??= newKey());
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const isSound = (query: Request): boolean =>
  query.client_id === SANDBOX_CLIENT.id &&
  query.response_type === 'code' &&
  query.code_challenge_method === 'S256' &&
  (query.code_challenge ?? '').length >= 43 &&
  URL.canParse(query.redirect_uri ?? '');
const originOf = (request: FastifyRequest): string => `http://${request.headers.host}`;
const issuerOf = ({ base, hasTenants }: Provider, request: FastifyRequest, tenantId: string): string =>
  `${originOf(request)}${base}${hasTenants ? `/${tenantId}/v2.0` : ''}`;
const faultOf = ({ fault }: Chosen): IdentityFault => faults.find((one) => one === fault) ?? 'none';
const subjectOf = ({ email = '' }: Chosen): string =>
  `person-${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)}`;

function detailsOf({ hasTenants }: Provider, chosen: Chosen): object {
  const fault = faultOf(chosen);
  const { email, given_name, family_name } = chosen;
  const confirmed = { [hasTenants || fault === 'edov' ? 'xms_edov' : 'email_verified']: fault !== 'unverified' && fault !== 'userinfo' };
  const address = { email, ...(fault === 'silent' ? {} : confirmed) };
  return { given_name, family_name, ...(fault === 'no_email' ? {} : address) };
}

function claimsOf(provider: Provider, chosen: Chosen, request: FastifyRequest): object {
  const fault = faultOf(chosen);
  const at = Math.floor(now().getTime() / 1000);
  const exp = fault === 'expired' ? at - 3600 : at + tokenLife;
  return {
    iss: fault === 'issuer' ? 'https://somebody-else.test' : issuerOf(provider, request, tenant),
    ...(provider.hasTenants ? { tid: fault === 'tenant' ? otherTenant : tenant } : {}),
    aud: fault === 'audience' ? 'another-application' : SANDBOX_CLIENT.id,
    sub: fault === 'subject' ? `other-${subjectOf(chosen)}` : subjectOf(chosen),
    nonce: fault === 'nonce' ? randomBytes(16).toString('base64url') : chosen.nonce,
    iat: exp - tokenLife,
    exp,
    ...(fault === 'thin' ? {} : detailsOf(provider, chosen)),
    ...(fault === 'userinfo' ? { email_verified: undefined, xms_edov: undefined } : {}),
  };
}

function showPage(
  { title }: Provider,
  users: SandboxUser[],
  { request, reply }: { request: FastifyRequest<{ Querystring: Request }>; reply: FastifyReply },
): FastifyReply {
  const { query } = request;
  const language = languageOf(request.headers['accept-language']);
  const text = TEXTS[language];
  const name = title ?? text.identity;
  const send = (body: ReturnType<typeof html>) => reply.type('text/html; charset=utf-8').send(page(language, name, body));
  if (!isSound(query)) {
    void reply.code(400);
    return send(html`<h1>400</h1>`);
  }
  const fields = Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}" />`);
  const names = ['given_name', 'family_name'] as const;
  const body = html`<h1>${name}</h1>
    <p class="soft">${title === undefined ? text.identityLead : text.serviceLead}</p>
    <form method="post" action="">
      ${fields}
      <label>${text.identityEmail}<br /><input name="email" type="email" required list="people" value="${query.login_hint ?? ''}" /></label>
      <datalist id="people">${users.map(({ address }) => html`<option value="${address}"></option>`)}</datalist>
      ${names.map((name) => html`<label>${text[name]}<br /><input name="${name}" value="${text.identityNames[name]}" /></label>`)}
      <label>
        ${text.identityFault}<br />
        <select name="fault">
          ${faults.map((fault) => html`<option value="${fault}">${text.identityFaults[fault]}</option>`)}
        </select>
      </label>
      <div>
        <button name="decision" value="allow">${text.identityAllow}</button>
        <button name="decision" value="deny" formnovalidate>${text.deny}</button>
      </div>
    </form>`;
  // The policy must allow the redirect to the client after the form.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(query.redirect_uri ?? '').origin}`;
  void reply.header('content-security-policy', policy);
  return send(body);
}

function isClient({ headers }: FastifyRequest, body: Record<string, string>): boolean {
  const [, basic] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
  const plain = basic === undefined ? `${body['client_id']}:${body['client_secret']}` : Buffer.from(basic, 'base64').toString();
  return plain === `${SANDBOX_CLIENT.id}:${SANDBOX_CLIENT.secret}`;
}

/** OpenID Connect (discovery, authorization code with PKCE, RS256) for any address. */
export function registerIdentity(app: FastifyInstance, users: SandboxUser[]): void {
  for (const provider of providers) registerProvider(app, provider, users);
}

function openCodes() {
  const codes = new Map<string, Code>();
  return {
    give(chosen: Chosen): string {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { chosen, until: now().getTime() + codeLife });
      return code;
    },
    exchange({ code = '', redirect_uri: redirectUri, code_verifier: verifier = '' }: Record<string, string>): Chosen | undefined {
      const known = codes.get(code);
      codes.delete(code);
      const isRight =
        known !== undefined &&
        known.until > now().getTime() &&
        known.chosen.redirect_uri === redirectUri &&
        known.chosen.code_challenge === createHash('sha256').update(verifier).digest('base64url');
      return isRight ? known.chosen : undefined;
    },
  };
}

function openKeys() {
  const [pair, unpublishedKey] = [lazyKey(), lazyKey()];
  const keyId = randomBytes(8).toString('hex');
  return {
    shown: () => ({ keys: [{ ...pair().publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] }),
    sign(claims: object, fault: IdentityFault): string {
      if (fault === 'unsigned') return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`;
      const signed = `${base64({ alg: 'RS256', typ: 'JWT', kid: keyId })}.${base64(claims)}`;
      const { privateKey } = fault === 'key' ? unpublishedKey() : pair();
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
    },
  };
}

function describe(provider: Provider, request: FastifyRequest): object {
  const at = `${originOf(request)}${provider.at}`;
  return {
    issuer: issuerOf(provider, request, '{tenantid}'),
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    userinfo_endpoint: `${at}/userinfo`,
    jwks_uri: `${at}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    // Microsoft does not send the issuer in its responses.
    authorization_response_iss_parameter_supported: provider.hasTenants !== true,
  };
}

function registerProvider(app: FastifyInstance, provider: Provider, users: SandboxUser[]): void {
  const [keys, codes] = [openKeys(), openCodes()];
  const tokens = new Map<string, Chosen>();
  const { at } = provider;

  app.get(`${provider.base}${provider.place}/.well-known/openid-configuration`, (request) => describe(provider, request));
  app.get(`${at}/keys`, () => keys.shown());
  app.get<{ Querystring: Request }>(`${at}/authorize`, (request, reply) => showPage(provider, users, { request, reply }));
  app.post<{ Body: Chosen }>(`${at}/authorize`, (request, reply) => {
    const chosen = request.body ?? {};
    if (!isSound(chosen)) return reply.code(400).send({ error: 'invalid_request' });
    const target = new URL(chosen.redirect_uri ?? '');
    target.searchParams.set('state', chosen.state ?? '');
    if (!provider.hasTenants)
      target.searchParams.set('iss', faultOf(chosen) === 'mix_up' ? 'https://somebody-else.test' : issuerOf(provider, request, tenant));
    if (chosen.decision !== 'allow' || !chosen.email) target.searchParams.set('error', 'access_denied');
    else target.searchParams.set('code', codes.give(chosen));
    return reply.redirect(target.href, 303);
  });
  app.post<{ Body: Record<string, string> }>(`${at}/token`, (request, reply) => {
    const body = request.body ?? {};
    if (!isClient(request, body)) return reply.code(401).send({ error: 'invalid_client' });
    const chosen = body['grant_type'] === 'authorization_code' ? codes.exchange(body) : undefined;
    if (!chosen) return reply.code(400).send({ error: 'invalid_grant' });
    const access = randomBytes(24).toString('base64url');
    tokens.set(access, chosen);
    const idToken = keys.sign(claimsOf(provider, chosen, request), faultOf(chosen));
    return reply.send({ access_token: access, token_type: 'Bearer', expires_in: tokenLife, id_token: idToken });
  });
  app.get(`${at}/userinfo`, (request, reply) => {
    const chosen = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!chosen) return reply.code(401).send({ error: 'invalid_token' });
    return { sub: subjectOf(chosen), ...detailsOf(provider, chosen) };
  });
}
