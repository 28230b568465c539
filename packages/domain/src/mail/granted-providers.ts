/** Mail services that are connected by consent (MSET-006): each has its calls, its page and its card by being named here. */
export const grantedProviders = ['gmail', 'outlook'] as const;
export type GrantedProvider = (typeof grantedProviders)[number];

/** DEC-02: besides them any mailbox by its servers. */
export const mailProviders = ['smtp_imap', ...grantedProviders] as const;
export type MailProvider = (typeof mailProviders)[number];

/** One of a kind for each of them. */
export const byGrantedProvider = <T>(make: (provider: GrantedProvider) => T) =>
  Object.fromEntries(grantedProviders.map((provider) => [provider, make(provider)])) as Record<GrantedProvider, T>;
