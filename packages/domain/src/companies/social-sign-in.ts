/** Sign-in services that the operator can configure (ACC-006). */
export const socialBackends = ['google', 'microsoft'] as const;
export type SocialBackend = (typeof socialBackends)[number];

export const socialBackendNames: Readonly<Record<SocialBackend, string>> = { google: 'Google', microsoft: 'Microsoft' };

export const isSocialBackend = (name: string): name is SocialBackend => (socialBackends as readonly string[]).includes(name);

export const signInWays = ['password', 'email_link', 'passkey', 'invitation', 'sso', ...socialBackends] as const;
export type SignInWay = (typeof signInWays)[number];

/** Why a sign-in with a service or a connection to it failed. The web app has a text for each. */
export const socialProblems = [
  /** Too late, used before, or started in another browser or session. */
  'state',
  'denied',
  'provider',
  /** The token is for another application or sign-in, expired, or has an invalid signature. */
  'token',
  'email_missing',
  'email_unverified',
  'invited',
  'no_password',
  /** The account is connected to another account of the service. */
  'other_person',
  /** The account of the service is connected to another user. */
  'taken',
  'user_disabled',
  'code_not_sent',
  /** The password was reset within a day, and e-mail is the only second factor. */
  'code_paused',
  'sso_required',
] as const;
export type SocialProblem = (typeof socialProblems)[number];
