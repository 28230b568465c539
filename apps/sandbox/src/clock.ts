/** The sandbox's only source of the time. */
export const now = (): Date => new Date();

/** What mail is dated by: the time of this machine, or another moment while one is set. */
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
