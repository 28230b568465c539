/** The only source of time in the sandbox. */
export const now = (): Date => new Date();

/** Dates of mail: the system time, unless a test sets another one. */
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
