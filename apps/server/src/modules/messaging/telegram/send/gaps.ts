/** Minimum and maximum, in milliseconds. */
export type Gap = readonly [number, number];

/** Random pauses between actions of an account, so that it does not act in fixed intervals. */
export interface Gaps {
  dialogs: Gap;
  /** Between two messages of mailings in any dialog. Manual messages have no pause. */
  mailings: Gap;
  lookUps: Gap;
}

const part = ([least, most]: Gap, share: number): Gap => [least * share, most * share];

/** Telegram limits new dialogs most strictly; the other pauses derive from them. */
export const gapsOf = (dialogs: Gap): Gaps => ({ dialogs, mailings: part(dialogs, 1 / 2), lookUps: part(dialogs, 1 / 4) });

/** Time of the next action; null for immediately. */
export const afterGap = (now: Date, [least, most]: Gap): Date | null =>
  most === 0 ? null : new Date(now.getTime() + least + Math.random() * (most - least));
