import { accounts } from './accounts.ts';
import { activeUsers } from './active-users.ts';
import { apiTokens } from './api-tokens.ts';
import { apiUsage } from './api-usage.ts';
import { companies } from './companies.ts';
import { credits } from './credits.ts';
import { hiringManagerSettings } from './hiring-manager-settings.ts';
import { quotas } from './quotas.ts';

/** Companies, who works in them, and what they may. */
export const administration = { accounts, activeUsers, apiTokens, apiUsage, companies, credits, hiringManagerSettings, quotas };
