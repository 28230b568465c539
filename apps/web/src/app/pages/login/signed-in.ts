import type { CurrentUser } from '@headwater/contract/accounts';

export interface SignedIn {
  user: CurrentUser | null;
  next: string;
}

export interface Confirmation {
  token: string;
  app: boolean;
  email: boolean;
}
