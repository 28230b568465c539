import type { MailingListView } from '@headwater/contract/mailings';
import { formatNumber, formatPercent } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Stage } from '../../model/params.ts';
import { funnelOf } from '../../model/stages.ts';
import numbers from './numbers.module.css';

interface TotalsProps {
  list: MailingListView;
  stage: Stage | undefined;
  onStage: (stage: Stage | undefined) => void;
}

/** MAIL-020, SEND-006 */
export function Totals({ list, stage: open, onStage }: TotalsProps) {
  const { t } = useTranslation('mailings');
  const language = currentLanguage();
  const cells = [{ stage: undefined, count: list.recipients_count, share: undefined }, ...funnelOf(list)];
  return (
    <div className={numbers.funnelRoom}>
      <ul className={numbers.funnel} aria-label={t('totals.label')}>
        {cells.map(({ stage, count, share }) => (
          <li key={stage ?? 'all'} className={numbers.stage} data-stage={stage}>
            <button
              type="button"
              className={numbers.stageButton}
              aria-pressed={open === stage}
              onClick={() => onStage(open === stage ? undefined : stage)}
            >
              <span className={numbers.stageName}>{t(`totals.${stage ?? 'all'}`)}</span>{' '}
              <span className={numbers.stageNumber}>{formatNumber(count, language)}</span>{' '}
              <span className={numbers.stageShare}>{share === undefined ? '\u00a0' : formatPercent(share, language)}</span>
              {share !== undefined && <span className={numbers.bar} style={{ inlineSize: `${Math.min(100, share * 100)}%` }} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
