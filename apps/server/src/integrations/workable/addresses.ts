import type { OAuthProvider } from '#platform/oauth/client.ts';

export interface Addresses {
  authorize: string;
  token: string;
  apiOf(subdomain: string): string;
  /** Whether a page of a list may get the token. */
  isOwn(url: string): boolean;
}

const isOfWorkable = (url: string): boolean =>
  URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).hostname.endsWith('.workable.com');

const own: Addresses = {
  authorize: 'https://www.workable.com/oauth/authorize',
  token: 'https://www.workable.com/oauth/token',
  apiOf: (subdomain) => `https://${subdomain}.workable.com/spi/v3`,
  isOwn: isOfWorkable,
};

/** `base`: another server, with the subdomain in the path. */
export const addressesOf = (base: string | undefined): Addresses =>
  base === undefined
    ? own
    : {
        authorize: `${base}/oauth/authorize`,
        token: `${base}/oauth/token`,
        apiOf: (subdomain) => `${base}/${subdomain}/spi/v3`,
        isOwn: (url) => url.startsWith(`${base}/`),
      };

/** A label of a host name, alone or in the address of the account. */
const typedSubdomain = /^(?:https?:\/\/)?([a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)(?:\.workable\.com(?:\/\S*)?)?$/i;

/** ATS-026. Undefined: no subdomain. */
export const subdomainOf = (typed: string): string | undefined => typedSubdomain.exec(typed)?.[1]?.toLowerCase();

/** Scopes that each feature needs. */
export const scopes = ['r_jobs', 'r_candidates', 'w_candidates'];

export const providerOf = ({ authorize, token }: Addresses): OAuthProvider => ({
  authorizeUrl: authorize,
  tokenUrl: token,
  revokeUrl: null,
  scopes,
  extra: { resource: 'user' },
});
