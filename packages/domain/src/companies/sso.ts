/** Why a sign-in through an identity provider ended without a session. The sign-in screen has a text for each. */
export const ssoProblems = [
  /** Too late, used before, or begun in another browser. */
  'state',
  /** The provider says that the person may not, or did not want to. */
  'denied',
  /** The provider could not be reached, or its answer not be understood. */
  'provider',
  /** The token is for another application, from another issuer, of another sign-in, too old, or not signed by the provider. */
  'audience',
  'issuer',
  'nonce',
  'expired',
  /** The token is not valid yet: the clock of the provider is ahead of ours. */
  'early',
  'signature',
  /** Nothing is known of the person's e-mail address, it is not confirmed, or not of a domain of the company. */
  'email_missing',
  'email_unverified',
  'email_domain',
  /**
   * The account with this address has a person already, and the provider does not answer for the address: its person was sent a link, of which one has
   * only so many sent; or, where no e-mail leaves the installation, signs in another way first, or has nothing that opens the account.
   */
  'confirm_sent',
  'confirm_often',
  'confirm_by_own_way',
  'confirm_by_admin',
  /** The account with this address belongs to another person of the provider, or to another company. */
  'other_person',
  'other_company',
  /** No room for another employee. */
  'no_seat',
  'user_disabled',
  /** Accounts of staff: who administers the company could be them otherwise. */
  'staff',
  /** The company has switched it off meanwhile. */
  'off',
  /** No end of a sign-in here: the company requires single sign-on, and the person has tried another way. */
  'required',
] as const;

export type SsoProblem = (typeof ssoProblems)[number];

/** For so long a domain whose record is gone still lets new people in. */
export const missingRecordDays = 7;

/** The attribute of a domain's TXT record that shows whose it is. */
export const domainRecordName = (domain: string): string => `_headwater.${domain}`;
export const domainRecordValue = (challenge: string): string => `headwater-domain=${challenge}`;

/** The part of an e-mail address behind its last @, in lower case; '' where there is none. */
export const domainOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : email.slice(at + 1).toLowerCase();
};
