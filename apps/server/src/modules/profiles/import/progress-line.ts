import { elapsed } from '#platform/clock.ts';

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
}

export interface ProgressLine {
  /** Shows the count: in place on a terminal, else as a line every few seconds. */
  show(text: string): void;
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
