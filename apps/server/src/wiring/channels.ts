import type { Channels } from '#modules/messaging/campaigns/public/channel.ts';
import { createEmailChannel } from '#modules/messaging/delivery/public.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import { createTelegramChannel } from '#modules/messaging/telegram/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Core, WorkerLoop } from './core.ts';

interface ChannelServices extends Pick<Core, 'database' | 'clock' | 'log'> {
  registry: Registry;
  policy: OutboundPolicy;
  maySend(tx: Tx): Promise<boolean>;
}

export interface OpenedChannels {
  channels: Partial<Channels>;
  loops: readonly WorkerLoop[];
}

/** A channel that only tests have. */
export type OpenMoreChannels = (services: ChannelServices) => OpenedChannels;

/** Channels by name. The workers of e-mail and Telegram are loops of `wireMail` and `wireTelegram`. */
export function openChannels(services: ChannelServices, openMore?: OpenMoreChannels) {
  const more = openMore?.(services);
  const channels: Channels = {
    email: createEmailChannel(services.policy),
    telegram: createTelegramChannel(services.registry),
    ...more?.channels,
  };
  return { channels, loops: more?.loops ?? [] };
}
