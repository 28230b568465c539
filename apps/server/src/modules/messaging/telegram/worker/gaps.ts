/** Milliseconds: the least and the most. */
export type Gap = readonly [number, number];

/** What lies between two things that an account does, so that it does nothing by the clock. */
export interface Gaps {
  /** Between two new dialogs. */
  dialogs: Gap;
  /** Between two messages of mailings, in whatever dialog; what people write by hand is their own pace. */
  mailings: Gap;
  /** Between two usernames that are looked up, whatever comes of it. */
  lookUps: Gap;
}

const part = ([least, most]: Gap, share: number): Gap => [least * share, most * share];

/** Dialogs are what Telegram counts most closely; the others go by them. */
export const gapsOf = (dialogs: Gap): Gaps => ({ dialogs, mailings: part(dialogs, 1 / 2), lookUps: part(dialogs, 1 / 4) });

/** When the next one may follow; null: at once. */
export const afterGap = (now: Date, [least, most]: Gap): Date | null =>
  most === 0 ? null : new Date(now.getTime() + least + Math.random() * (most - least));
