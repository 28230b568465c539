import { administrationTargets } from './administration.ts';
import { hiringTargets } from './hiring.ts';
import { messagingTargets } from './messaging.ts';
import { peopleTargets } from './people.ts';
import { profilesTargets } from './profiles.ts';
import { searchingTargets } from './searching.ts';
import type { Target, TargetFixture } from './target.ts';

/** One entry a noun of the contract: the generated access test asks for it as soon as a route names the noun. */
export const targets: Partial<Record<Target, TargetFixture>> = {
  ...hiringTargets,
  ...profilesTargets,
  ...searchingTargets,
  ...messagingTargets,
  ...peopleTargets,
  ...administrationTargets,
};

/** To internal staff none of these is foreign. */
export const ofStaff: ReadonlySet<Target> = new Set<Target>([
  'managed_company',
  'anybody',
  'managed_notification',
  'extension_notification',
  'managed_invitation',
  'worker',
  'administrator',
  'hiring_manager',
  'manager',
  'department',
  'user_group',
]);

/** Of one person: to everybody else of the company they are as foreign as those of another one. */
export const ofOnePerson: ReadonlySet<Target> = new Set<Target>([
  'session',
  'passkey',
  'social_account',
  'linked_provider',
  'notice',
  'saved_query',
  'ai_search',
  'query',
  'vacancy_description',
  'message_generation',
]);

/** Routes that answer 404 for what is one's own in a test, and why. */
export const nothingToFind: Readonly<Record<string, string>> = {
  'apiTokens.revoke': 'a token, which nobody makes without a proof',
  'telegramDialogs.downloadAttachment': 'a file that somebody has sent by Telegram',
  'telegramDialogs.loadAttachment': 'a file that somebody has sent by Telegram',
  'profiles.picture': 'a picture is fetched from a public address',
  'profileEnrichment.undo': 'the fixture is a save of a form, not of a file',
  'socialSignIn.connect': 'no service to sign in with is set up',
  'profileLookups.byLink': 'nobody has the link of the example',
};
