/** Services that people may sign in with, where the operator has set them up (ACC-006). */
export const socialBackends = ['google', 'microsoft'] as const;
export type SocialBackend = (typeof socialBackends)[number];

/** As the services call themselves, in every language. */
export const socialBackendNames: Readonly<Record<SocialBackend, string>> = { google: 'Google', microsoft: 'Microsoft' };

export const isSocialBackend = (name: string): name is SocialBackend => (socialBackends as readonly string[]).includes(name);

/** How a session began. */
export const signInWays = ['password', 'email_link', 'passkey', 'invitation', 'sso', ...socialBackends] as const;
export type SignInWay = (typeof signInWays)[number];

/** Why a sign-in with such a service ended without a session, or an account was not connected. The screens have a text for each. */
export const socialProblems = [
  /** Too late, used before, or begun in another browser or session. */
  'state',
  /** The service says that the person may not, or did not want to. */
  'denied',
  /** The service could not be reached, or its answer not be understood. */
  'provider',
  /** What it says of the person is not for this installation, not of this sign-in, too old, or not signed by it. */
  'token',
  /** It says no e-mail address, or does not confirm it; nobody new is known by such a one. */
  'email_missing',
  'email_unverified',
  /** The account with this address was invited and waits for its person. */
  'invited',
  /** It has no password to confirm with. */
  'no_password',
  /** It is connected to another account of the service. */
  'other_person',
  /** The account of the service is connected to another account here. */
  'taken',
  'user_disabled',
  /** A code has to be e-mailed, and none can be sent here. */
  'code_not_sent',
  /** The password was reset by e-mail within a day, and the account has no factor but a code by e-mail. */
  'code_paused',
  /** The company requires single sign-on. */
  'sso_required',
] as const;
export type SocialProblem = (typeof socialProblems)[number];
