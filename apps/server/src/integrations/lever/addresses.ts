import type { OAuthProvider } from '#platform/oauth/client.ts';

export interface Addresses {
  authorize: string;
  token: string;
  api: string;
}

const own: Addresses = {
  authorize: 'https://auth.lever.co/authorize',
  token: 'https://auth.lever.co/oauth/token',
  api: 'https://api.lever.co/v1',
};

/** `base`: another server with the same paths. */
export const addressesOf = (base: string | undefined): Addresses =>
  base === undefined ? own : { authorize: `${base}/authorize`, token: `${base}/oauth/token`, api: `${base}/v1` };

/** Scopes that each feature needs. */
export const scopes = [
  'offline_access',
  'archive_reasons:read:admin',
  'contact:write:admin',
  'files:write:admin',
  'notes:write:admin',
  'opportunities:write:admin',
  'postings:read:admin',
  'stages:read:admin',
  'users:read:admin',
  'webhooks:write:admin',
];

export const providerOf = ({ authorize, token, api }: Addresses): OAuthProvider => ({
  authorizeUrl: authorize,
  tokenUrl: token,
  revokeUrl: null,
  scopes,
  extra: { audience: `${api}/` },
});
