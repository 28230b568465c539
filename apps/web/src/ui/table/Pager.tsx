/** '21–40 of 12,408' with steps: <Pager page={page} perPage={20} total={total} onPage={setPage} />. Keeps its height while nothing is known. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { ChangeOptions } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './Pager.module.css';

const number = (value: number) => formatNumber(value, currentLanguage());

interface PagerProps {
  page: number;
  perPage: number;
  /** Number of rows in all; undefined while loading. */
  total: number | undefined;
  /** Not exact: there are more than `total`. */
  isExact?: boolean | undefined;
  onPage: (page: number) => void;
}

export function Pager({ page, perPage, total, isExact = true, onPage }: PagerProps) {
  const { t } = useTranslation('ui');
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / perPage));
  const range =
    total === undefined || total === 0
      ? ''
      : t(isExact ? 'pageOf' : 'pageOfMore', {
          from: number((page - 1) * perPage + 1),
          to: number(Math.min(total, page * perPage)),
          total: number(total),
        });
  return (
    <nav className={classes.pager} aria-label={t('page', { page })}>
      <span className={classes.range}>{range}</span>
      <ActionIcon aria-label={t('previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon aria-label={t('nextPage')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}

interface Paged<T> {
  page: number;
  perPage: number;
  /** Undefined while on their way. */
  rows: readonly T[] | undefined;
  /** Number of rows on all pages; undefined while nobody knows. */
  total: number | undefined;
  /** Rows and total are of another page, or of what was filtered before. */
  isPlaceholder: boolean;
}

/**
 * Leads from a page behind the last one to the last: what stood there was removed, here or by somebody else. Returns the rows to draw: none while the
 * page that has some is on its way, so that nobody reads that there is nothing.
 */
export function useExistingPage<T>(
  { page, perPage, rows, total, isPlaceholder }: Paged<T>,
  onPage: (page: number, options: ChangeOptions) => void,
): readonly T[] | undefined {
  const last = total === undefined || isPlaceholder ? page : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (page > last) onPage(last, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- `onPage` is new at every drawing
  }, [page, last]);
  return rows?.length === 0 && total ? undefined : rows;
}
