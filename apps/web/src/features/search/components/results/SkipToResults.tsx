import { type MouseEvent, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#lib/use-translation.ts';

const never = () => () => {};
const findPlace = () => document.querySelector('#skip-links');

/** Focuses the first person; without results the first suggestion, and while loading the list. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const list = document.querySelector<HTMLElement>('#results');
  (list?.querySelector<HTMLElement>('[data-profile] a, button') ?? list)?.focus();
}

/** Skip link at the top of the frame: past the form and filters to the results. */
export function SkipToResults() {
  const { t } = useTranslation('search');
  // Search again after rendering: the frame may render together with the list.
  const place = useSyncExternalStore(never, findPlace);
  if (!place) return null;
  return createPortal(
    <a href="#results" onClick={skip}>
      {t('skipToResults')}
    </a>,
    place,
  );
}
