/** Why a sign-in through an identity provider failed. The web app has a text for each. */
export const ssoProblems = [
  /** Too late, used before, or started in another browser. */
  'state',
  'denied',
  'provider',
  /** For another application or sign-in, from another issuer, expired, or not signed. */
  'audience',
  'issuer',
  'nonce',
  'expired',
  /** The token is not valid yet: the provider's clock is ahead. */
  'early',
  'signature',
  /** The address is missing, not verified, or not in a domain of the company. */
  'email_missing',
  'email_unverified',
  'email_domain',
  /**
   * The provider does not verify the address of an existing account, so its person must confirm.
   */
  'confirm_sent',
  'confirm_often',
  'confirm_by_own_way',
  'confirm_by_admin',
  /** The account belongs to another subject of the provider, or to another company. */
  'other_person',
  'other_company',
  'no_seat',
  'user_disabled',
  /** Staff may not use SSO: a company's administrator could impersonate them. */
  'staff',
  'off',
  'required',
] as const;

export type SsoProblem = (typeof ssoProblems)[number];

/** Days for which a domain without its TXT record still admits new users. */
export const missingRecordDays = 7;

export const domainRecordName = (domain: string): string => `_headwater.${domain}`;
export const domainRecordValue = (challenge: string): string => `headwater-domain=${challenge}`;

export const domainOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : email.slice(at + 1).toLowerCase();
};
