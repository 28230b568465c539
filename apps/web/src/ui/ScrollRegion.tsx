import type { ReactNode, Ref } from 'react';

interface ScrollRegionProps {
  label: string;
  className: string | undefined;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** What scrolls and may hold nothing that takes the focus: it takes it itself, so that the keys can scroll it in every browser. */
export const ScrollRegion = ({ label, className, ref, children }: ScrollRegionProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keys
  <section ref={ref} className={className} data-scroller tabIndex={0} aria-label={label}>
    {children}
  </section>
);
