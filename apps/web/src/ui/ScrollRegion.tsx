import type { ReactNode, Ref } from 'react';

interface ScrollRegionProps {
  label: string;
  className: string | undefined;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** Scrollable region that is focusable, so that keys scroll it in every browser. */
export const ScrollRegion = ({ label, className, ref, children }: ScrollRegionProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach a scrollable region
  <section ref={ref} className={className} data-scroller tabIndex={0} aria-label={label}>
    {children}
  </section>
);
