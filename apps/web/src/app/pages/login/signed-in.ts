import type { CurrentUser } from '@headwater/contract/accounts';

/** The answer that opened a session. */
export interface SignedIn {
  user: CurrentUser | null;
  /** Path to open now. */
  next: string;
}

/** What a sign-in waits for after the password. */
export interface Confirmation {
  token: string;
  /** An authenticator app shows the code. */
  app: boolean;
  /** The code was e-mailed, or with an app can be. */
  email: boolean;
}
