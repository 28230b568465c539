import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, DiscoveryError, SignInRefused } from '#modules/sso/identity-provider-port.ts';
import { type Caller, createCaller } from '#platform/fetch/api-caller.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { createIdentityProvider } from './identity-provider.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Default responses of the provider; tests override some. */
const usual = {
  issuer: (url: string) => `${url}/realm`,
  claims: {} as object,
  token: {} as object,
  userinfo: { sub: 'ada' } as object,
};
let says = { ...usual };
let caller: Caller;
let url = '';

const signed = (claims: object): string => {
  const text = `${base64({ alg: 'RS256', kid: 'one' })}.${base64(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(keys.privateKey).toString('base64url')}`;
};
const seconds = () => Math.floor(Date.now() / 1000);
const metadata = () => ({
  issuer: says.issuer(url),
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/userinfo`,
  jwks_uri: `${url}/keys`,
});

function tokenAnswer(): object {
  const at = seconds();
  const usualClaims = { iss: says.issuer(url), aud: 'client', sub: 'ada', nonce: 'nonce', iat: at, exp: at + 60, email: 'ada@acme.test' };
  return { access_token: 'access', token_type: 'Bearer', id_token: signed({ ...usualClaims, ...says.claims }), ...says.token };
}

const answers: Record<string, () => object> = {
  '/realm/.well-known/openid-configuration': metadata,
  '/token': tokenAnswer,
  '/userinfo': () => says.userinfo,
  '/keys': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
};
const server = createServer((request, response) => {
  request.resume();
  const answer = answers[new URL(request.url ?? '/', url).pathname];
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer?.() ?? {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  caller = createCaller({ timeoutMs: 10_000, allows: isLoopbackAddress });
});
afterAll(async () => {
  await caller.close();
  await new Promise((resolve) => server.close(resolve));
});

const provider = () => createIdentityProvider(() => caller);
const place = (path: string) => ({ idpUrl: `${url}${path}`, isInternal: true });
const client = (): Client => ({
  ...place('/realm'),
  metadata: metadata(),
  clientId: 'client',
  clientSecret: 'secret',
  audience: '',
  trustId: '',
  redirectUri: 'http://headwater.test/sso/auth/callback/',
});
const signIn = (changes: Partial<typeof usual>) => {
  says = { ...usual, ...changes };
  const query = new URLSearchParams({ code: 'code', state: 'state' });
  return provider().claims(client(), { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), query, emailClaim: 'email' });
};
const refusal = (changes: Partial<typeof usual>) =>
  signIn(changes).then(
    () => undefined,
    (error: SignInRefused) => error,
  );

describe('an issuer', () => {
  it.each([
    ['/realm', ''],
    ['/realm', '/'],
    ['/realm/', ''],
    ['/realm/', '/'],
  ])('is accepted at %s with and without a trailing slash: "%s"', async (path, end) => {
    says = { ...usual, issuer: (at) => `${at}/realm${end}` };
    expect(await provider().discover(place(path))).toMatchObject({ issuer: `${url}/realm${end}` });
  });

  it('is reported if it differs from the address', async () => {
    for (const issuer of ['https://somebody-else.test/realm', `${url}/realms`, `${url}/realm/x/`]) {
      says = { ...usual, issuer: () => issuer };
      const fault = await provider()
        .discover(place('/realm'))
        .then(
          () => undefined,
          (error: DiscoveryError) => error,
        );
      expect(fault).toMatchObject({ fault: 'not_openid', issuer });
    }
    says = { ...usual, issuer: () => 'no address \0' };
    await expect(provider().discover(place('/realm'))).rejects.toMatchObject({ fault: 'not_openid', issuer: undefined });
  });
});

describe('token response', () => {
  const ada = { subject: 'ada', all: { email: 'ada@acme.test' } };
  it.each([
    { refresh_token: null, scope: null, expires_in: null },
    { refresh_token: '', scope: ['openid'], expires_in: '' },
    { expires_in: 'never', refresh_expires_in: null, 'not-before-policy': 0, session_state: null },
    { token_type: null },
    { token_type: undefined },
    { error: null, error_description: null },
  ])('ignores null and wrongly typed optional members: %j', async (token) => {
    expect(await signIn({ token })).toMatchObject(ada);
  });

  it('treats a null claim as missing and reads it from UserInfo', async () => {
    const claims = { email: null, email_verified: null, given_name: null };
    const userinfo = { sub: 'ada', email: 'ada@acme.test', email_verified: true, given_name: 'Ada', family_name: null };
    const { all } = await signIn({ claims, userinfo });
    expect(all).toMatchObject({ email: 'ada@acme.test', email_verified: true, given_name: 'Ada' });
    expect(all).not.toHaveProperty('family_name');
  });

  it('is rejected without a token', async () => {
    for (const token of [{ id_token: null }, { access_token: null }, { id_token: '' }])
      expect(await refusal({ token })).toMatchObject({ problem: 'provider' });
  });
});

describe('clock of the provider', () => {
  it('may differ by a minute', async () => {
    for (const difference of [-50, 50]) {
      const at = seconds() + difference;
      expect(await signIn({ claims: { iat: at, nbf: at, exp: at + 5 } })).toMatchObject({ subject: 'ada' });
    }
  });

  it('is reported as the cause beyond a minute', async () => {
    const early = await refusal({ claims: { nbf: seconds() + 300, exp: seconds() + 600 } });
    expect(early?.problem).toBe('early');
    expect(String(early?.cause)).toMatch(/"nbf" is (299|300) s from the clock of this server, 60 s are allowed/);
    const expired = await refusal({ claims: { exp: seconds() - 300 } });
    expect(expired?.problem).toBe('expired');
    expect(String(expired?.cause)).toMatch(/"exp" is -30\d s from the clock of this server/);
  });
});
