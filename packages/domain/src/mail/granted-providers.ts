/** MSET-006: connected by OAuth consent. */
export const grantedProviders = ['gmail', 'outlook'] as const;
export type GrantedProvider = (typeof grantedProviders)[number];

/** DEC-02 */
export const mailProviders = ['smtp_imap', ...grantedProviders] as const;
export type MailProvider = (typeof mailProviders)[number];

export const byGrantedProvider = <T>(make: (provider: GrantedProvider) => T) =>
  Object.fromEntries(grantedProviders.map((provider) => [provider, make(provider)])) as Record<GrantedProvider, T>;
