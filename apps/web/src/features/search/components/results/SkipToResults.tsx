import { type MouseEvent, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#lib/use-translation.ts';
import { focusResults } from './focus-results.ts';

const never = () => () => {};
const findPlace = () => document.querySelector('#skip-links');

function skip(event: MouseEvent): void {
  event.preventDefault();
  focusResults();
}

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
