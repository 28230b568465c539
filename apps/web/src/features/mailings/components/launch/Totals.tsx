import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { MailingRecipientStatus } from '../../api/mailings.ts';
import numbers from './numbers.module.css';

const names = ['draft', 'sending', 'not_sent', 'sent', 'viewed', 'replied'] as const;

/** The people behind a number; sending ones stand in two states, so that number opens nothing. */
const statusOf: Partial<Record<(typeof names)[number], MailingRecipientStatus>> = {
  draft: 'draft',
  not_sent: 'error',
  sent: 'sent',
  viewed: 'opened',
  replied: 'replied',
};

interface TotalsProps {
  list: MailingListView;
  status: MailingRecipientStatus | undefined;
  onStatus: (status: MailingRecipientStatus | undefined) => void;
}

const figure = (value: number, label: string) => (
  <>
    <span className={numbers.totalNumber}>{formatNumber(value, currentLanguage())}</span>
    <span className={numbers.totalName}>{label}</span>
  </>
);

/** MAIL-020, SEND-006: how many people it has got how far with; a number shows its people. */
export function Totals({ list, status, onStatus }: TotalsProps) {
  const { t } = useTranslation('mailings');
  return (
    <ul className={numbers.totals} aria-label={t('totals.label')}>
      <li>
        <button type="button" className={numbers.total} aria-pressed={status === undefined} onClick={() => onStatus(undefined)}>
          {figure(list.recipients_count, t('totals.all'))}
        </button>
      </li>
      {names.map((name) => {
        const opens = statusOf[name];
        const words = figure(list.totals[name], t(`totals.${name}`));
        return (
          <li key={name}>
            {opens ? (
              <button
                type="button"
                className={numbers.total}
                aria-pressed={status === opens}
                onClick={() => onStatus(status === opens ? undefined : opens)}
              >
                {words}
              </button>
            ) : (
              <span className={numbers.total} data-plain>
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
