import type { OAuthProvider } from '#platform/oauth/client.ts';

export interface Addresses {
  identity: string;
  api: string;
}

const own: Addresses = { identity: 'https://www.smartrecruiters.com/identity/oauth', api: 'https://api.smartrecruiters.com' };

/** `base`: another server with the same paths. */
export const addressesOf = (base: string | undefined): Addresses =>
  base === undefined ? own : { identity: `${base}/identity/oauth`, api: base };

/** Page of a candidate in the web app. */
export const pageOf = (personId: string) => `https://www.smartrecruiters.com/app/people/profile/${personId}`;

/** Scopes that each feature needs. */
export const scopes = [
  'candidates_read',
  'candidates_create',
  'candidates_manage',
  'configuration_read',
  'jobs_read',
  'messages_read',
  'messages_write',
  'webhooks_manage',
];

export const providerOf = ({ identity }: Addresses): OAuthProvider => ({
  authorizeUrl: `${identity}/allow`,
  tokenUrl: `${identity}/token`,
  revokeUrl: null,
  scopes,
  extra: {},
});
