import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

interface FacetValuesProps {
  label: string;
  dimmed?: boolean | undefined;
  children: ReactNode;
}

const stopOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-stop]');

/** Undefined if the key is not handled. The parent of a stop is its row. */
function targetOf(key: string, from: HTMLElement, mains: readonly HTMLElement[]): HTMLElement | null | undefined {
  const row = from.parentElement;
  const at = mains.findIndex((main) => main.parentElement === row);
  const ways: Record<string, () => HTMLElement | null | undefined> = {
    ArrowDown: () => mains[at + 1] ?? null,
    ArrowUp: () => mains[at - 1] ?? null,
    Home: () => mains[0],
    End: () => mains.at(-1),
    ArrowLeft: () => mains[at],
    ArrowRight: () => row?.querySelector<HTMLElement>('[data-stop="side"]') ?? null,
  };
  return ways[key]?.();
}

/**
 * Values of a facet as one tab stop: arrows, Home and End move, `-` excludes. `data-stop` marks
 * `main` and `side` buttons.
 */
export function FacetValues({ label, dimmed, children }: FacetValuesProps) {
  const { t } = useTranslation('search');
  const hint = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const current = useRef<HTMLElement>(null);
  const settle = (target: HTMLElement | null) => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const tabStop = stops.find((stop) => stop === target) ?? stops[0] ?? null;
    current.current = tabStop;
    for (const stop of stops) stop.tabIndex = stop === tabStop ? 0 : -1;
  };
  useLayoutEffect(() => settle(current.current));
  const focus = (event: FocusEvent) => {
    const stop = stopOf(event.target);
    if (stop) settle(stop);
  };
  const press = (event: KeyboardEvent) => {
    const stop = stopOf(event.target);
    if (!stop || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '-') {
      stop.parentElement?.querySelector<HTMLElement>('[data-stop="side"]')?.click();
      event.preventDefault();
      return;
    }
    const way = targetOf(event.key, stop, [...(root.current?.querySelectorAll<HTMLElement>('[data-stop="main"]') ?? [])]);
    if (way === undefined) return;
    event.preventDefault();
    way?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the focus between the buttons inside
    <fieldset ref={root} className={classes.group} aria-label={label} aria-describedby={hint} onFocus={focus} onKeyDown={press}>
      <span id={hint} hidden>
        {t('filters.keys')}
      </span>
      <ul className={classes.values} data-dimmed={dimmed || undefined}>
        {children}
      </ul>
    </fieldset>
  );
}
