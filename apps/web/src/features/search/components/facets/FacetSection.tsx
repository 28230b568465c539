import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { Facet } from '@headwater/domain/query/facets';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

interface FacetSectionProps {
  facet: Facet;
  open: boolean;
  chosen: number;
  onToggle: () => void;
  onClear: () => void;
  children: ReactNode;
}

export function FacetSection({ facet, open, chosen, onToggle, onClear, children }: FacetSectionProps) {
  const { t } = useTranslation('search');
  const bodyId = useId();
  const name = t(`facets.${facet}`);
  return (
    <section className={classes.facet} data-facet={facet}>
      <h3 className={classes.facetHead}>
        <UnstyledButton className={classes.facetName} aria-expanded={open} aria-controls={open ? bodyId : undefined} onClick={onToggle}>
          <IconChevronRight size={13} aria-hidden className={classes.chevron} data-open={open || undefined} />
          {name}
          {chosen > 0 && <span className={classes.badge}>{chosen}</span>}
        </UnstyledButton>
        {chosen > 0 && <CloseButton size={24} iconSize={13} aria-label={t('filters.clearFacet', { facet: name })} onClick={onClear} />}
      </h3>
      {open && (
        <div id={bodyId} className={classes.facetBody}>
          {children}
        </div>
      )}
    </section>
  );
}
