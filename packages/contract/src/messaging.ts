import { deliverability } from './deliverability.ts';
import { inbox } from './inbox.ts';
import { mailServices } from './mail-services.ts';
import { messagingStatistics } from './messaging-statistics.ts';
import { messagingSettings } from './messaging-settings.ts';
import { mixmax } from './mixmax.ts';
import { sendingLimits } from './sending-limits.ts';
import { suppressions } from './suppressions.ts';
import { telegramAccounts } from './telegram-accounts.ts';
import { telegramDialogs } from './telegram-dialogs.ts';

export const messaging = {
  deliverability,
  inbox,
  mailServices,
  messagingSettings,
  messagingStatistics,
  mixmax,
  sendingLimits,
  suppressions,
  telegramAccounts,
  telegramDialogs,
};
