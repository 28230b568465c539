/** How one message of a sequence reaches people. */
export const stepChannels = ['email', 'telegram'] as const;
export type StepChannel = (typeof stepChannels)[number];

interface ChannelStep {
  number: number;
  channel: StepChannel;
  /** By Telegram: whoever cannot be reached there gets it by e-mail. */
  falls_back: boolean;
}

/** By what a person can be written to. */
export interface Reach {
  hasEmail: boolean;
  hasTelegram: boolean;
}

/** How a step reaches a person; undefined where it does not. */
export function wayOf(
  { channel, falls_back: fallsBack }: Omit<ChannelStep, 'number'>,
  { hasEmail, hasTelegram }: Reach,
): StepChannel | undefined {
  if (channel === 'telegram' && hasTelegram) return 'telegram';
  return hasEmail && (channel === 'email' || fallsBack) ? 'email' : undefined;
}

/**
 * The steps that a person gets: those that do not reach them are passed over. What has become a message stays, as the steps behind it count from it. For
 * whom nothing is left the first step stays, so that it is said why.
 */
export function stepsFor<Step extends ChannelStep>(steps: readonly Step[], reach: Reach, messages: readonly { step: number }[]): Step[] {
  const made = new Set(messages.map(({ step }) => step));
  const reaching = steps.filter((step) => made.has(step.number) || wayOf(step, reach) !== undefined);
  return reaching.length > 0 ? reaching : steps.slice(0, 1);
}
