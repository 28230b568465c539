/** Channels of steps, with the part of the product that a user needs for each. */
export const channelArea = { email: 'messaging', telegram: 'telegram' } as const;

export type StepChannel = keyof typeof channelArea;
export const stepChannels = Object.keys(channelArea) as StepChannel[];

/** A messenger takes plain text without a subject, in a conversation with the person. */
export const isMessenger = (channel: StepChannel): boolean => channel !== 'email';

interface ChannelStep {
  number: number;
  channel: StepChannel;
  falls_back: boolean;
}

/** Channels that reach a person. */
export type Reach = ReadonlySet<StepChannel>;

/** Messages that the person cannot get by the channel of the step leave by e-mail if the step falls back. */
export function channelFor({ channel, falls_back: fallsBack }: Omit<ChannelStep, 'number'>, reach: Reach): StepChannel | undefined {
  if (reach.has(channel)) return channel;
  return fallsBack && reach.has('email') ? 'email' : undefined;
}

/** Keeps steps with a message, as later delays count from them, and one step to show the reason. */
export function stepsFor<Step extends ChannelStep>(steps: readonly Step[], reach: Reach, messages: readonly { step: number }[]): Step[] {
  const made = new Set(messages.map(({ step }) => step));
  const reaching = steps.filter((step) => made.has(step.number) || channelFor(step, reach) !== undefined);
  return reaching.length > 0 ? reaching : steps.slice(0, 1);
}
