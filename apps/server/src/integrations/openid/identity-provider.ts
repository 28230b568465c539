import * as openid from 'openid-client';
import type { SsoProblem } from '@headwater/domain/companies/sso';
import { type Caller, CallFailed } from '#platform/fetch/api-caller.ts';
import {
  type Client,
  DiscoveryError,
  type DiscoveryFault,
  type IdentityProvider,
  type Metadata,
  SignInRefused,
} from '#modules/sso/identity-provider-port.ts';

/** `home`: origin that may be in the operator's networks. Undefined: not reachable. */
export type ProviderReach = (url: URL, home: string | undefined) => Caller | undefined;
type Reach = (url: URL) => Caller | undefined;

const maxBytes = 512 * 1024;
const timeoutSeconds = 10;

class OutOfReach extends Error {}

const clockToleranceSeconds = 60;

const tokenMembers = ['access_token', 'token_type', 'id_token', 'error', 'error_description', 'error_uri'];

const withoutNulls = (said: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));

/**
 * The library rejects invalid optional values such as `"refresh_token": null`, and a missing type,
 * so these are removed or added.
 */
function tokenAnswer(bytes: Uint8Array): Uint8Array {
  try {
    const said = withoutNulls(JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>);
    const known = Object.fromEntries(tokenMembers.filter((name) => name in said).map((name) => [name, said[name]]));
    return Buffer.from(JSON.stringify('access_token' in known ? { token_type: 'Bearer', ...known } : known));
  } catch {
    return bytes;
  }
}

/** Routes requests of the library through `reach`. Redirects are not followed. */
const guarded =
  (reach: Reach): openid.CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const caller = reach(url);
    if (!caller) throw new OutOfReach(url.origin);
    const sent =
      body instanceof URLSearchParams ? body.toString() : typeof body === 'string' || body instanceof Uint8Array ? body : undefined;
    const answer = await caller.call({
      method: method === 'POST' ? 'POST' : 'GET',
      url: url.href,
      headers,
      maxBytes,
      ...(sent === undefined ? {} : { body: sent }),
      signal: signal ?? undefined,
    });
    const isEmpty = [204, 205, 304].includes(answer.status);
    const { 'content-encoding': _encoding, 'transfer-encoding': _transfer, ...plainHeaders } = answer.headers;
    const bytes = method === 'POST' ? tokenAnswer(answer.bytes) : answer.bytes;
    return new Response(isEmpty ? null : Buffer.from(bytes), { status: answer.status, headers: plainHeaders });
  };

const causesOf = (error: unknown): unknown[] => {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && chain.length < 8; one = (one as { cause?: unknown }).cause) chain.push(one);
  return chain;
};

function otherIssuerIn(error: unknown): string | undefined {
  const found = causesOf(error).find((one) => (one as { attribute?: unknown }).attribute === 'issuer');
  return addressIn((found as { body?: { issuer?: unknown } } | undefined)?.body?.issuer);
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function discoveryFault(error: unknown): DiscoveryFault {
  const chain = causesOf(error);
  if (chain.some((one) => one instanceof OutOfReach || (one instanceof CallFailed && one.reason === 'address'))) return 'address';
  const isSilent = chain.some((one) => (one instanceof CallFailed && one.reason !== 'too_large') || (one as Error).name === 'TimeoutError');
  return isSilent || chain.some((one) => (one as { code?: unknown }).code === 'OAUTH_TIMEOUT') ? 'unreachable' : 'not_openid';
}

const addresses = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const lists = [
  'token_endpoint_auth_methods_supported',
  'id_token_signing_alg_values_supported',
  'userinfo_signing_alg_values_supported',
] as const;

const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x21-\x7e]{1,1000}$/.test(value) && URL.canParse(value) ? value : undefined;
const wordsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.slice(0, 100).filter((one) => typeof one === 'string' && /^[\w.:+-]{1,100}$/.test(one)) : undefined;

const tenantPlace = '{tenantid}';
const tenantIssuerIn = (value: unknown): string | undefined =>
  typeof value === 'string' && addressIn(value.replace(tenantPlace, 'tenant')) !== undefined ? value : undefined;

/** Ignores the tenant: the address may name all tenants, or one by domain. */
const isTenantIssuer = (issuer: string, idpUrl: string): boolean => {
  const [, base, rest] = /^(.+)\/[^/]+(\/v2\.0)$/.exec(idpUrl) ?? [];
  const [before, tenant, after] = /^(.+)\/([^/]+)(\/v2\.0)$/.exec(issuer)?.slice(1) ?? [];
  return base !== undefined && base === before && rest === after && (tenant === tenantPlace || /^[\da-f-]{36}$/i.test(tenant ?? ''));
};

/** Keeps only the members that sign-ins need. Throws DiscoveryError. */
function checked(said: Readonly<Record<string, unknown>>, reach: Reach, mayHaveTenants = false): Metadata {
  const issuer = mayHaveTenants ? tenantIssuerIn(said['issuer']) : addressIn(said['issuer']);
  const isGood = addresses.every((name) => {
    const address = addressIn(said[name]);
    return address !== undefined && reach(new URL(address)) !== undefined;
  });
  // An issuer with a placeholder (Microsoft's common address) covers every tenant.
  if (!isGood || issuer === undefined || (issuer.includes('{') && !mayHaveTenants)) throw new DiscoveryError('not_openid');
  const known = [
    ...[...addresses, 'userinfo_endpoint'].map((name) => [name, addressIn(said[name])] as const),
    ...lists.map((name) => [name, wordsIn(said[name])] as const),
    ['authorization_response_iss_parameter_supported', said['authorization_response_iss_parameter_supported'] === true] as const,
  ];
  return { issuer, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}

const problemOfClaim: Readonly<Record<string, SsoProblem>> = {
  aud: 'audience',
  azp: 'audience',
  iss: 'issuer',
  nonce: 'nonce',
  nbf: 'early',
};

function clockDifference(cause: unknown): string {
  const { claim, claims, now } = cause as { claim?: unknown; claims?: Record<string, unknown>; now?: unknown };
  const at = typeof claim === 'string' ? claims?.[claim] : undefined;
  if (typeof at !== 'number' || typeof now !== 'number') return '';
  return `"${String(claim)}" is ${at - now} s from the clock of this server, ${clockToleranceSeconds} s are allowed`;
}

/** An error without the token, which the library attaches. */
const plain = (error: unknown): Error =>
  new Error(
    causesOf(error)
      .map((one) => (one instanceof Error ? one.message : clockDifference(one)))
      .filter((text) => text !== '')
      .join(': '),
  );

function problemOf(error: unknown): SsoProblem {
  if (error instanceof openid.AuthorizationResponseError) return 'denied';
  const chain = causesOf(error) as { code?: unknown; claim?: unknown; message?: unknown }[];
  const claim = chain.map((one) => one.claim).find((one) => typeof one === 'string');
  if (claim !== undefined) return problemOfClaim[claim as string] ?? 'expired';
  // The library reports key and signature errors in these forms.
  const isSignature = chain.some(
    ({ message, code }) => code === 'OAUTH_KEY_SELECTION_FAILED' || /signature|"alg"|JWS/i.test(String(message)),
  );
  return isSignature ? 'signature' : 'provider';
}

const audiencesOf = (claims: openid.IDToken): string[] => (Array.isArray(claims.aud) ? claims.aud : [claims.aud]);

const clientMetadata = { [openid.clockTolerance]: clockToleranceSeconds };

/**
 * The library supports tenant issuers only at Microsoft's address, so the metadata is passed under
 * it.
 */
const configurationOfTenants = (metadata: Metadata, clientId: string, authentication: openid.ClientAuth): Promise<openid.Configuration> =>
  openid.discovery(new URL('https://login.microsoftonline.com/common/v2.0'), clientId, clientMetadata, authentication, {
    [openid.customFetch]: async () => Response.json(metadata),
  });

/**
 * Some providers put only the subject into the token, or report only in UserInfo if the e-mail is
 * verified. If the token has an e-mail, a failure here is ignored.
 */
async function detailsOf(
  configuration: openid.Configuration,
  {
    accessToken,
    subject,
    claimsOfToken,
    emailClaim,
  }: { accessToken: string; subject: string; claimsOfToken: Record<string, unknown>; emailClaim: string },
): Promise<Readonly<Record<string, unknown>>> {
  const hasEmail = claimsOfToken[emailClaim] !== undefined;
  const isWhole = hasEmail && claimsOfToken['email_verified'] !== undefined;
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  const answer = openid.fetchUserInfo(configuration, accessToken, subject).then(withoutNulls);
  const said = await (hasEmail ? answer.catch(() => undefined) : answer);
  if (!said || !hasEmail) return said ?? {};
  // `email_verified` applies to this address only.
  return said['email'] === undefined || said['email'] === claimsOfToken[emailClaim] ? said : {};
}

export function createIdentityProvider(reachFrom: ProviderReach): IdentityProvider {
  const reachOf =
    ({ idpUrl, isInternal }: Pick<Client, 'idpUrl' | 'isInternal'>): Reach =>
    (url) =>
      reachFrom(url, isInternal ? new URL(idpUrl).origin : undefined);

  async function configurationOf({ idpUrl, isInternal, metadata, clientId, clientSecret }: Client): Promise<openid.Configuration> {
    const methods = metadata['token_endpoint_auth_methods_supported'];
    // OpenID Connect Discovery: the default is the header.
    const inBody = Array.isArray(methods) && methods.includes('client_secret_post');
    const authentication = inBody ? openid.ClientSecretPost(clientSecret) : openid.ClientSecretBasic(clientSecret);
    const configuration = metadata.issuer.includes(tenantPlace)
      ? await configurationOfTenants(metadata, clientId, authentication)
      : new openid.Configuration(metadata as openid.ServerMetadata, clientId, clientMetadata, authentication);
    configuration[openid.customFetch] = guarded(reachOf({ idpUrl, isInternal }));
    configuration.timeout = timeoutSeconds;
    // `reach` decides which providers may omit TLS.
    openid.allowInsecureRequests(configuration);
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    async discover(place, { ofAllTenants = false } = {}) {
      const reach = reachOf(place);
      const { idpUrl } = place;
      try {
        // With a complete address the library does not compare the issuer; the caller does.
        const address = ofAllTenants ? `${idpUrl.replace(/\/+$/, '')}/.well-known/openid-configuration` : idpUrl;
        const read = (url: string) =>
          openid.discovery(new URL(url), 'headwater', undefined, openid.None(), {
            [openid.customFetch]: guarded(reach),
            timeout: timeoutSeconds,
            execute: [openid.allowInsecureRequests],
          });
        const found = await read(address).catch((error: unknown) => {
          const named = otherIssuerIn(error);
          // Accepts a missing trailing slash, which authentik and Auth0 require.
          if (named === undefined || withoutSlash(named) !== withoutSlash(idpUrl)) throw error;
          return read(named);
        });
        const metadata = checked({ ...found.serverMetadata() }, reach, ofAllTenants);
        if (ofAllTenants && !isTenantIssuer(metadata.issuer, idpUrl)) throw new DiscoveryError('not_openid');
        return metadata;
      } catch (error) {
        if (error instanceof DiscoveryError) throw error;
        throw new DiscoveryError(discoveryFault(error), { issuer: otherIssuerIn(error), cause: plain(error) });
      }
    },
    async signInUrl(client, { state, nonce, verifier, email, prompt }) {
      return openid.buildAuthorizationUrl(await configurationOf(client), {
        redirect_uri: client.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(email === undefined ? {} : { login_hint: email }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(client.trustId === '' ? {} : { resource: client.trustId }),
      }).href;
    },
    async claims(client, { state, nonce, verifier, query, emailClaim }) {
      const configuration = await configurationOf(client);
      try {
        const answer = new URL(`${client.redirectUri}?${query.toString()}`);
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await openid.authorizationCodeGrant(configuration, answer, checks);
        const idToken = tokens.claims();
        if (!idToken) throw new SignInRefused('provider');
        if (client.audience !== '' && !audiencesOf(idToken).includes(client.audience)) throw new SignInRefused('audience');
        const claimsOfToken = withoutNulls(idToken);
        const { iss: issuer, sub: subject } = idToken;
        const more = await detailsOf(configuration, { accessToken: tokens.access_token, subject, claimsOfToken, emailClaim });
        return { issuer, subject, all: { ...more, ...claimsOfToken } };
      } catch (error) {
        if (error instanceof SignInRefused) throw error;
        throw new SignInRefused(problemOf(error), { cause: plain(error) });
      }
    },
  };
}
