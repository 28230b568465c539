import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompanyExportView } from '@headwater/contract/company-exports';
import { formatDate, formatNumber, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import list from '#ui/rows.module.css';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { exportAddress, exportsQuery, useStartExport } from '../api/exports.ts';
import classes from './exports.module.css';

function useStateText({ state, failure, rows, files, bytes, expires_at: expires }: CompanyExportView): string {
  const { t } = useTranslation('companies');
  const language = currentLanguage();
  if (state === 'running') return t('wholeExport.running');
  if (state === 'failed') return t(`wholeExport.failure.${failure ?? 'unexpected'}`);
  if (state === 'expired' || expires === null) return t('wholeExport.expired');
  const amounts = [
    t('wholeExport.rows', { count: rows ?? 0, number: formatNumber(rows ?? 0, language) }),
    t('wholeExport.files', { count: files ?? 0, number: formatNumber(files ?? 0, language) }),
    formatSize(bytes ?? 0, language),
  ];
  return `${amounts.join(' · ')} · ${t('wholeExport.until', { date: formatDate(expires, language) })}`;
}

function Row({ made }: { made: CompanyExportView }) {
  const { t } = useTranslation('companies');
  const text = useStateText(made);
  return (
    <li className={list.row}>
      <span className={list.about}>
        <span>
          <RelativeTime value={made.created_at} />
          {made.created_by !== null && ` · ${made.created_by}`}
        </span>
        <span className={made.state === 'failed' ? classes.failed : list.quiet}>{text}</span>
      </span>
      {made.state === 'done' && (
        <Button component="a" href={exportAddress(made.id)} download size="xs" variant="default">
          {t('wholeExport.download')}
        </Button>
      )}
    </li>
  );
}

/** OPS-006 */
export function CompanyExports() {
  const { t } = useTranslation('companies');
  const { data, error, refetch } = useQuery(exportsQuery);
  const start = useStartExport();
  const isRunning = data?.exports.some((each) => each.state === 'running') ?? false;
  return (
    <section>
      <SectionHead title={t('wholeExport.title')}>
        <Button
          size="xs"
          variant="default"
          disabled={!data}
          loading={isRunning || start.isPending}
          onClick={() => start.mutate({}, { onError: showError })}
        >
          {t('wholeExport.start')}
        </Button>
      </SectionHead>
      <p className={list.quiet}>{t('wholeExport.text')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonText lines={2} />}
      {data && data.exports.length > 0 && (
        <ul className={`${list.rows} ${classes.list}`}>
          {data.exports.map((made) => (
            <Row key={made.id} made={made} />
          ))}
        </ul>
      )}
    </section>
  );
}
