import type { Access } from '@headwater/domain/access';
import { type Actor, canSearch, isAdminType, isHiringManagerLike, isStaff } from '@headwater/domain/roles';
import type { ScreenName } from '../pages/NotYetPage.tsx';

/** Who may open a screen: a rule of the domain, everybody who is signed in, or visitors too. */
export type Who = Exclude<Access, 'public' | 'signed_in'> | ((actor: Actor) => boolean) | 'signed_in' | 'visitors';

const apps = (actor: Actor) => canSearch(actor) && !actor.company.isExtCompany && !isStaff(actor) && !isHiringManagerLike(actor);
const statistics = (actor: Actor) => isAdminType(actor) || actor.role === 'worker' || actor.role === 'service_admin';
const managed = (actor: Actor) => isStaff(actor) || actor.role === 'manager';
const enrichment = (actor: Actor) => actor.dataEnrichmentEnabled && canSearch(actor) && !isHiringManagerLike(actor);
const telegram = (actor: Actor) => canSearch(actor) && !isHiringManagerLike(actor);
const tokens = (actor: Actor) => actor.apiManager && !actor.company.isExtCompany;

/** `bare`: without the side menu, though only for who is signed in (SHELL-018, SHELL-021). */
export type Line = readonly [path: string, screen: ScreenName, who: Who, frame?: 'bare'];

const statisticsScreens = (base: string, { reads, sets }: { reads: Who; sets: Who }): Line[] =>
  ['search', 'messaging', 'pipeline'].flatMap((kind): Line[] => [
    [`${base}/${kind}`, 'menu.statistics', reads],
    [`${base}/${kind}/settings`, 'menu.statistics', sets],
  ]);

/**
 * Known addresses whose screens this version does not have: each says so instead of "page not found". Whoever builds a screen takes its
 * addresses out.
 */
export const notYet: readonly Line[] = [
  ['/login/sso', 'screen.singleSignOn', 'visitors'],
  ['/users/registration', 'screen.registration', 'visitors'],
  ['/users/activate/$token', 'screen.activation', 'visitors'],
  ['/users/need-activation', 'screen.activation', 'visitors'],
  ['/users/need-verification', 'screen.activation', 'visitors'],
  ['/users/recover', 'screen.recovery', 'visitors'],
  ['/users/reset/$token', 'screen.recovery', 'visitors'],
  ['/invitations/accept-invite/$key', 'screen.invitation', 'visitors'],
  ['/l/$pk/$hash', 'screen.sharedProfile', 'visitors'],
  ['/profiles/$pk/links/$hash', 'screen.sharedProfile', 'visitors'],
  ['/profiles/create', 'menu.createProfile', 'search'],
  ['/profiles/$profileId/edit', 'screen.editProfile', 'search'],
  ['/profiles/$profileId/editing', 'screen.editProfile', 'search'],
  ['/profiles/$profileId/rt/$companyId', 'screen.profile', 'search'],
  ['/profiles/proxy', 'screen.profile', 'search'],
  ['/profiles/ban', 'menu.bannedLinks', 'staff'],
  ['/statistics', 'menu.statistics', statistics],
  ...statisticsScreens('/statistics', { reads: statistics, sets: statistics }),
  ['/company', 'menu.company', 'company'],
  ['/company/update', 'menu.company', 'company'],
  ['/company/credit-transactions', 'screen.credits', 'company'],
  ['/company/employees', 'screen.employees', 'company'],
  ['/company/employees/$employeeId', 'screen.employees', 'company'],
  ['/company/hiring-managers', 'screen.hiringManagers', 'company'],
  ['/company/hiring-managers/$employeeId', 'screen.hiringManagers', 'company'],
  ['/company/sso-info', 'screen.singleSignOn', 'company'],
  ['/company/sso-info/add', 'screen.singleSignOn', 'company'],
  ['/company/sso-info/update', 'screen.singleSignOn', 'company'],
  ['/company/statistics', 'menu.statistics', statistics],
  ...statisticsScreens('/company/statistics', { reads: statistics, sets: 'admin' }),
  ['/companies', 'menu.companies', 'staff'],
  ['/companies/$companyId', 'menu.companies', managed],
  ['/companies/$companyId/update', 'menu.companies', managed],
  ['/companies/$companyId/api-statistics', 'menu.statistics', managed],
  ['/companies/$companyId/custom-settings', 'menu.settings', managed],
  ['/companies/$companyId/credit-transactions', 'screen.credits', managed],
  ['/companies/$companyId/employees', 'screen.employees', managed],
  ['/companies/$companyId/employees/$employeeId', 'screen.employees', managed],
  ['/companies/$companyId/employees/$employeeId/move-to-company', 'screen.employees', managed],
  ['/companies/$companyId/hiring-managers', 'screen.hiringManagers', managed],
  ['/companies/$companyId/hiring-managers/$employeeId', 'screen.hiringManagers', managed],
  ['/companies/$companyId/statistics', 'menu.statistics', managed],
  ...statisticsScreens('/companies/$companyId/statistics', { reads: managed, sets: managed }),
  ['/managers', 'menu.managers', 'staff'],
  ['/managers/$employeeId', 'menu.managers', 'staff'],
  ['/active-users', 'menu.activeUsers', 'staff'],
  ['/notifications', 'menu.extensionNotifications', 'staff'],
  ['/notifications/add', 'menu.extensionNotifications', 'staff'],
  ['/notifications/edit/$id', 'menu.extensionNotifications', 'staff'],
  ['/notifications/system', 'menu.systemNotifications', 'staff'],
  ['/notifications/system/add', 'menu.systemNotifications', 'staff'],
  ['/notifications/system/edit/$id', 'menu.systemNotifications', 'staff'],
  ['/api_management', 'menu.api', tokens],
  ['/apps', 'menu.integrations', apps],
  ...['greenhouse', 'lever', 'teamtailor', 'workable'].map((vendor) => [`/apps/${vendor}/connect`, 'menu.integrations', apps] as const),
  ['/workable/workable-subdomain-error', 'menu.integrations', 'signed_in'],
  ['/apps_extension', 'menu.extension', 'signed_in', 'bare'],
  ['/extension', 'menu.extension', 'signed_in'],
  ['/data_enrichment', 'menu.enrichment', enrichment],
  ['/telegram-messenger/messages', 'menu.telegram', telegram],
  ['/telegram-messenger/manager', 'menu.simCards', telegram],
];
