export interface Addresses {
  token: string;
  harvest: string;
  ingestion: string;
}

const own: Addresses = {
  token: 'https://auth.greenhouse.io/token',
  harvest: 'https://harvest.greenhouse.io/v3',
  ingestion: 'https://api.greenhouse.io/v1/partner',
};

/** `base`: another server with the same paths. */
export const addressesOf = (base: string | undefined): Addresses =>
  base === undefined ? own : { token: `${base}/auth/token`, harvest: `${base}/harvest/v3`, ingestion: `${base}/ingestion/v1/partner` };

export const pageOf = (personId: string) => `https://app.greenhouse.io/people/${personId}`;
