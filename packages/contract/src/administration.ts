import { accounts } from './accounts.ts';
import { activeUsers } from './active-users.ts';
import { apiTokens } from './api-tokens.ts';
import { apiUsage } from './api-usage.ts';
import { audit } from './audit.ts';
import { companies } from './companies.ts';
import { companyExports } from './company-exports.ts';
import { credits } from './credits.ts';
import { extensionNotifications } from './extension-notifications.ts';
import { hiringManagerSettings } from './hiring-manager-settings.ts';
import { employees } from './employees.ts';
import { impersonation } from './impersonation.ts';
import { installation } from './installation.ts';
import { invitations } from './invitations.ts';
import { quotas } from './quotas.ts';
import { statistics } from './statistics.ts';
import { statisticsAlerts, statisticsViews } from './statistics-views.ts';
import { systemNotifications } from './system-notifications.ts';
import { usageEvents } from './usage-events.ts';

export const administration = {
  accounts,
  activeUsers,
  apiTokens,
  apiUsage,
  audit,
  companies,
  companyExports,
  credits,
  employees,
  extensionNotifications,
  hiringManagerSettings,
  impersonation,
  installation,
  invitations,
  quotas,
  statistics,
  statisticsAlerts,
  statisticsViews,
  systemNotifications,
  usageEvents,
};
