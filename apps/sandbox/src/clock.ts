export const now = (): Date => new Date();

export type MailClock = { now(): Date; set(moment: Date | null): void };

export function createMailClock(): MailClock {
  let shown: Date | null = null;
  return {
    now: () => shown ?? now(),
    set: (moment) => {
      shown = moment;
    },
  };
}
