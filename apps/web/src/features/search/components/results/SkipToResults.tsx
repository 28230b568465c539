import { type MouseEvent, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#lib/use-translation.ts';

const never = () => () => {};
const findPlace = () => document.querySelector('#skip-links');

/** The first person; where nobody is, the first thing to do about it; before either is known, the place where they come. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const list = document.querySelector<HTMLElement>('#results');
  (list?.querySelector<HTMLElement>('[data-profile] a, button') ?? list)?.focus();
}

/** A second link at the top of the frame, for those who walk by keys: past the form and the filters to the people found. */
export function SkipToResults() {
  const { t } = useTranslation('search');
  // Looked for again after drawing: the frame may be drawn together with the list.
  const place = useSyncExternalStore(never, findPlace);
  if (!place) return null;
  return createPortal(
    <a href="#results" onClick={skip}>
      {t('skipToResults')}
    </a>,
    place,
  );
}
