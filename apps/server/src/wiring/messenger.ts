import type { DeliveryPort } from '#modules/messaging/campaigns/public.ts';
import { explainMessage, explainSender } from '#modules/messaging/delivery/public.ts';
import { createRegistry } from '#modules/messaging/suppressions/public.ts';
import { createMessengerPort, inConversation, whyOfMailing } from '#modules/messaging/telegram/public.ts';
import type { Core } from './core.ts';

export const openMessenger = ({ clock, signing }: Pick<Core, 'clock' | 'signing'>) => ({
  port: createMessengerPort(createRegistry({ clock, signing })),
  explain: whyOfMailing,
  inConversation,
});

export const deliveryOf = ({ explain }: Pick<ReturnType<typeof openMessenger>, 'explain'>): DeliveryPort => ({
  explainSender,
  explainMessage: async (tx, messageId, input) => (await explain(tx, messageId, input)) ?? explainMessage(tx, messageId, input),
});
