import type { CurrentUser } from '@headwater/contract/accounts';

/** Response that opens a session. */
export interface SignedIn {
  user: CurrentUser | null;
  next: string;
}

/** Second step of a sign-in after the password. */
export interface Confirmation {
  token: string;
  /** The user can use an authenticator app. */
  app: boolean;
  /** The server sent the code by e-mail, or can send it. */
  email: boolean;
}
