import type { CurrentUser } from '@headwater/contract/accounts';
import type { Language } from '@headwater/contract/errors';

/** SHELL-034: all data about the user that the service receives. */
export const surveyFacts = (user: CurrentUser, { account, language }: { account: string; language: Language }) => ({
  email: user.email,
  date_joined: user.date_joined,
  language: user.settings.language ?? language,
  account,
});
