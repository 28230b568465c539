/**
 * Keeps its height while loading: <Pager page={page} perPage={20} total={total} onPage={setPage}
 * />.
 */
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
  total: number | undefined;
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
  rows: readonly T[] | undefined;
  total: number | undefined;
  isPlaceholder: boolean;
}

/** Returns undefined while the redirect loads, so that the list does not look empty. */
export function useExistingPage<T>(
  { page, perPage, rows, total, isPlaceholder }: Paged<T>,
  onPage: (page: number, options: ChangeOptions) => void,
): readonly T[] | undefined {
  const last = total === undefined || isPlaceholder ? page : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (page > last) onPage(last, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- `onPage` changes at every render
  }, [page, last]);
  return rows?.length === 0 && total ? undefined : rows;
}
