import { administrationTargets } from './administration.ts';
import { hiringTargets } from './hiring.ts';
import { messagingTargets } from './messaging.ts';
import { peopleTargets } from './people.ts';
import { profilesTargets } from './profiles.ts';
import { searchingTargets } from './searching.ts';
import type { Target, TargetFixture } from './target.ts';

/** One entry per noun: access tests need it as soon as a route uses the noun. */
export const targets: Partial<Record<Target, TargetFixture>> = {
  ...hiringTargets,
  ...profilesTargets,
  ...searchingTargets,
  ...messagingTargets,
  ...peopleTargets,
  ...administrationTargets,
};

/** Entities that internal staff may access in every company. */
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

/** Personal entities, which are foreign to colleagues too. */
export const ofOnePerson: ReadonlySet<Target> = new Set<Target>([
  'session',
  'passkey',
  'api_token',
  'social_account',
  'linked_provider',
  'notice',
  'saved_query',
  'ai_search',
  'query',
  'vacancy_description',
  'message_generation',
  'statistics_view',
  'statistics_alert',
]);

/** Routes that answer 404 for own entities in tests, and why. */
export const nothingToFind: Readonly<Record<string, string>> = {
  'apiTokens.revoke': 'a token, which nobody makes without a proof',
  'telegramDialogs.downloadAttachment': 'a file that somebody has sent by Telegram',
  'telegramDialogs.loadAttachment': 'a file that somebody has sent by Telegram',
  'profiles.picture': 'a picture is fetched from a public address',
  'profileEnrichment.undo': 'the fixture is a save of a form, not of a file',
  'socialSignIn.connect': 'no service to sign in with is set up',
  'statistics.section': 'the name of a section is no number',
  'statistics.metric': 'the names of a section and a metric are no numbers',
  'outreach.setAside': 'nobody has written to the person of the example',
  'outreach.putBack': 'nobody has written to the person of the example',
  'outreach.assign': 'nobody has written to the person of the example',
  'outreach.markUnread': 'nobody has written to the person of the example',
  'profileLookups.byLink': 'nobody has the link of the example',
};
