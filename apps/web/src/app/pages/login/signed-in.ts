import type { CurrentUser } from '@headwater/contract/accounts';

/** The answer that opened a session. */
export interface SignedIn {
  user: CurrentUser | null;
  /** Path to open now. */
  next: string;
}
