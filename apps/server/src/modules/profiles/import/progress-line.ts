import { elapsed } from '#platform/clock.ts';

/** Where a person reads: a terminal or a file. */
export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
}

export interface ProgressLine {
  /** Shows the count now and then: in place on a terminal, every few seconds as a line elsewhere. */
  show(text: string): void;
  /** A line that stays. */
  say(text: string): void;
}

export function createProgressLine(screen: Screen): ProgressLine {
  const pause = screen.isTTY ? 200 : 5_000;
  let shownAt = elapsed();
  let open = false;
  return {
    show(text) {
      if (elapsed() - shownAt < pause) return;
      shownAt = elapsed();
      screen.write(screen.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
      open = screen.isTTY === true;
    },
    say(text) {
      screen.write(`${open ? '\r\u001B[K' : ''}${text}\n`);
      open = false;
    },
  };
}
