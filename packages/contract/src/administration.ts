import { accounts } from './accounts.ts';
import { companies } from './companies.ts';
import { credits } from './credits.ts';
import { hiringManagerSettings } from './hiring-manager-settings.ts';
import { quotas } from './quotas.ts';

/** Companies, who works in them, and what they may. */
export const administration = { accounts, companies, credits, hiringManagerSettings, quotas };
