import type { MailingListView } from '@headwater/contract/mailings';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from '../mailings.module.css';
import numbers from './numbers.module.css';

const number = (value: number) => formatNumber(value, currentLanguage());

export function VariantResults({ list }: { list: MailingListView }) {
  const { t } = useTranslation('mailings');
  const tested = list.templates.flatMap(({ id, position, ab }) => (ab ? [{ id, number: position + 1, ab }] : []));
  if (tested.length === 0) return null;
  return (
    <section className={classes.problems} aria-label={t('second.results')}>
      <h2 className={classes.heading}>{t('second.results')}</h2>
      {tested.map(({ id, number: at, ab }) => (
        <dl key={id} className={numbers.facts}>
          {(['a', 'b'] as const).map((form) => (
            <div key={form} style={{ display: 'contents' }}>
              <dt>{t('second.form', { number: at, form: form.toUpperCase() })}</dt>
              <dd>
                {t('second.counts', { sent: number(ab[form].sent), replied: number(ab[form].replied) })}
                {ab.leader === form && <strong> · {t('second.leads')}</strong>}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  );
}
