import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './toolbar.module.css';

const buttonsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];

function moved(buttons: readonly HTMLButtonElement[], key: string): HTMLButtonElement | undefined {
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at < 0) return undefined;
  if (key === 'ArrowRight') return buttons[(at + 1) % buttons.length];
  if (key === 'ArrowLeft') return buttons.at(at - 1);
  if (key === 'Home') return buttons[0];
  return key === 'End' ? buttons.at(-1) : undefined;
}

/** WAI-ARIA toolbar pattern: one tab stop; arrow keys, Home and End move between the buttons. */
export function ToolRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement>(undefined);
  useEffect(() => {
    const buttons = row.current ? buttonsOf(row.current) : [];
    const stop = current.current && buttons.includes(current.current) ? current.current : buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  });
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLButtonElement) || !row.current?.contains(target)) return;
    current.current = target;
    for (const button of buttonsOf(row.current)) button.tabIndex = button === target ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = row.current && moved(buttonsOf(row.current), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={row} className={classes.toolbar} role="toolbar" tabIndex={-1} aria-label={label} onFocus={onFocus} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
