import { Checkbox, RangeSlider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notSpecified, type RangeFacet as RangeFacetName } from '@headwater/domain/query/facets';
import { canonicalFilters, filterOf, setRange, toggleValue } from '@headwater/domain/query/filters';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { facetQuery } from '../../api/count-facets.ts';
import { barsOf, markWords, rangeOf, rangeScale, rangeWords, stepsOf } from '../../model/range-scale.ts';
import type { FacetProps } from './facet-props.ts';
import { FacetFailed } from './FacetFailed.tsx';
import { Histogram } from './Histogram.tsx';
import classes from './facets.module.css';

/** FLT-040, FLT-041, FLT-045 to FLT-049. */
export function RangeFacet({ facet, filters, search, onFilters, ready }: FacetProps & { facet: RangeFacetName }) {
  const { t } = useTranslation('search');
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...facetQuery(facet, search), enabled: ready });
  const [scale] = useState(() => rangeScale(facet, new Date().getFullYear()));
  const state = filterOf(filters, facet);
  const steps = stepsOf(scale, state?.range);
  const [dragged, setDragged] = useState<[number, number]>();
  const shown = dragged ?? steps;
  const last = scale.values.length - 1;
  const name = t(`facets.${facet}`);
  const choose = (next: [number, number]) => {
    setDragged(undefined);
    const range = rangeOf(scale, next);
    const isOpen = range.min === null && range.max === null;
    // A full range includes everybody, so people without a value need no filter.
    onFilters(isOpen ? canonicalFilters(filters.filter((filter) => filter.facet !== facet)) : setRange(filters, facet, range));
  };
  const missing = data?.answer.histogram?.missing;
  const missingId = notSpecified[facet];
  const isOpen = dragged ? dragged[0] === 0 && dragged[1] === last : state?.range === undefined;
  return (
    <div className={classes.range} data-dimmed={isPlaceholderData || undefined}>
      <div className={classes.rangeWords}>
        {isOpen ? t('filters.anyRange') : rangeWords(scale, dragged ? rangeOf(scale, dragged) : state?.range, currentLanguage())}
      </div>
      <Histogram bars={data?.answer.histogram ? barsOf(scale, data.answer.histogram) : undefined} from={shown[0]} to={shown[1]} />
      <RangeSlider
        size={3}
        thumbSize={16}
        min={0}
        max={last}
        step={1}
        minRange={0}
        value={shown}
        label={null}
        thumbFromLabel={t('filters.from', { facet: name })}
        thumbToLabel={t('filters.to', { facet: name })}
        marks={scale.marks.map((mark) => ({ value: mark.step, label: markWords(mark.label, currentLanguage()) }))}
        classNames={{ markLabel: classes.markLabel, mark: classes.mark, root: classes.slider }}
        onChange={setDragged}
        onChangeEnd={choose}
      />
      <Checkbox
        className={classes.missing}
        disabled={isOpen}
        checked={state?.values.some((value) => value.id === missingId) ?? false}
        label={
          <>
            {t(`missing.${facet}`)}
            {missing !== undefined && <span className={classes.missingCount}>{formatNumber(missing, currentLanguage())}</span>}
          </>
        }
        onChange={() => onFilters(toggleValue(filters, facet, { id: missingId }))}
      />
      {error && !data && <FacetFailed onRetry={() => void refetch()} />}
    </div>
  );
}
