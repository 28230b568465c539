export const stepChannels = ['email', 'telegram'] as const;
export type StepChannel = (typeof stepChannels)[number];

/** A messenger takes plain text without a subject, in a conversation with the person. */
export const isMessenger = (channel: StepChannel): boolean => channel !== 'email';

/** The part of the product that a person needs for steps of a channel. */
export const channelArea = { email: 'messaging', telegram: 'telegram' } as const satisfies Record<StepChannel, string>;

interface ChannelStep {
  number: number;
  channel: StepChannel;
  falls_back: boolean;
}

export interface Reach {
  hasEmail: boolean;
  hasTelegram: boolean;
}

export function wayOf(
  { channel, falls_back: fallsBack }: Omit<ChannelStep, 'number'>,
  { hasEmail, hasTelegram }: Reach,
): StepChannel | undefined {
  if (channel === 'telegram' && hasTelegram) return 'telegram';
  return hasEmail && (channel === 'email' || fallsBack) ? 'email' : undefined;
}

/** Keeps steps with a message, as later delays count from them, and one step to show the reason. */
export function stepsFor<Step extends ChannelStep>(steps: readonly Step[], reach: Reach, messages: readonly { step: number }[]): Step[] {
  const made = new Set(messages.map(({ step }) => step));
  const reaching = steps.filter((step) => made.has(step.number) || wayOf(step, reach) !== undefined);
  return reaching.length > 0 ? reaching : steps.slice(0, 1);
}
