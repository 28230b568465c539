import type { DeliveryPort } from '#modules/messaging/campaigns/public.ts';
import { explainMessage, explainSender } from '#modules/messaging/delivery/public.ts';
import { createRegistry } from '#modules/messaging/suppressions/public.ts';
import { createMessengerPort, noteDecidedSent, whyOfMailing } from '#modules/messaging/telegram/public.ts';
import type { Core } from './core.ts';

/** What mailings ask of the messenger, why a message of theirs has not left by it yet, and what it is told of one on which a person decided. */
export const openMessenger = ({ clock, signing }: Pick<Core, 'clock' | 'signing'>) => ({
  port: createMessengerPort(createRegistry({ clock, signing })),
  explain: whyOfMailing,
  decidedSent: noteDecidedSent,
});

/** Why a message has not left yet, whichever way it leaves. */
export const deliveryOf = ({ explain }: Pick<ReturnType<typeof openMessenger>, 'explain'>): DeliveryPort => ({
  explainSender,
  explainMessage: async (tx, messageId, input) => (await explain(tx, messageId, input)) ?? explainMessage(tx, messageId, input),
});
