import { type Access, mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';

type Rule = Exclude<Access, 'public'>;

export const settingPlaces = {
  theme: { to: '/settings#appearance', access: 'signed_in' },
  language: { to: '/settings#region', access: 'signed_in' },
  security: { to: '/settings#security', access: 'signed_in' },
  notices: { to: '/notices', access: 'signed_in' },
  retention: { to: '/settings#personal', access: 'retention' },
  antivirus: { to: '/settings#installation', access: 'admin' },
  mailbox: { to: '/messaging/settings', access: 'messaging' },
  signature: { to: '/messaging/settings/signature', access: 'messaging_settings' },
  limits: { to: '/messaging/settings/limits', access: 'messaging_settings' },
  deliverability: { to: '/messaging/settings/deliverability', access: 'messaging' },
  messaging: { to: '/messaging/settings/company', access: 'messaging_admin' },
  suppressions: { to: '/messaging/suppressions', access: 'messaging_admin' },
  company: { to: '/company/update', access: 'company' },
  employees: { to: '/company/employees', access: 'company' },
  hiringManagers: { to: '/company/hiring-managers/settings', access: 'company' },
  roles: { to: '/company/roles', access: 'company' },
  sso: { to: '/company/sso-info', access: 'company' },
  credits: { to: '/company/credit-transactions', access: 'company' },
  quotas: { to: '/company', access: 'company' },
  apiTokens: { to: '/api_management', access: 'api_tokens' },
  events: { to: '/company/events', access: 'own_audit' },
} as const satisfies Record<string, { to: string; access: Rule }>;

type Setting = keyof typeof settingPlaces;
const order = Object.keys(settingPlaces) as Setting[];

export const settingsOf = (actor: Actor): Setting[] => order.filter((name) => mayAccess(settingPlaces[name].access, actor));
