import { IconBrandTelegram, IconMail } from '@tabler/icons-react';
import type { StepChannel } from '@headwater/domain/outreach/channels';

export const channelIcons = { email: IconMail, telegram: IconBrandTelegram } as const satisfies Record<StepChannel, unknown>;

const names = { telegram: 'Telegram' } as const satisfies Record<Exclude<StepChannel, 'email'>, string>;

/** The service, with the same name in all languages; undefined for e-mail. */
export const messengerName = (channel: StepChannel): string | undefined => (channel === 'email' ? undefined : names[channel]);
