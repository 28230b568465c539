import { Popover } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense } from 'react';
import type { FoundProfile } from '@headwater/contract/search';
import { lazyAside } from '#ui/lazy-part.tsx';
import classes from './preview.module.css';
import { useHoveredPerson } from './use-hovered-person.ts';

const Preview = lazyAside(() => import('./Preview.tsx'), 'Preview');

interface PreviewOptions {
  profiles: readonly FoundProfile[];
  isOff: boolean;
}

export function usePreview(scroller: RefObject<HTMLElement | null>, { profiles, isOff }: PreviewOptions) {
  const { shown, list, card } = useHoveredPerson(scroller, isOff);
  const profile = shown && profiles.find(({ id }) => id === shown.id);
  if (!profile) return { list, preview: null as ReactNode };
  const { top, left, width, height } = shown.at;
  const preview: ReactNode = (
    <Popover opened position="bottom-start" width={380} offset={6} shadow="md" trapFocus={false} returnFocus={false} closeOnEscape={false}>
      <Popover.Target popupType="false">
        <span aria-hidden style={{ position: 'fixed', top, left, width, height, pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown role="tooltip" className={classes.card} {...card}>
        <Suspense>
          <Preview profile={profile} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  return { list, preview };
}
