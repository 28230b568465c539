import { isMessenger, type StepChannel } from '@headwater/domain/outreach/channels';
import { variablesOf } from '@headwater/domain/outreach/variants';
import type { MailingListView } from '@headwater/contract/mailings';
import { LintList } from '#features/editor/components/LintList.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { useMissingValues } from '../../api/missing-values.ts';
import classes from '../mailings.module.css';

const hasText = (html: string) => /<img\b/.test(html) || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';

/** An e-mail, also one instead of a Telegram message, takes the subject before it. */
const needsSubject = (
  channel: StepChannel,
  { fallsBack, before }: { fallsBack: boolean; before: readonly Pick<MailingListView['templates'][number], 'subject'>[] },
): boolean => (channel === 'email' || fallsBack) && !before.some(({ subject }) => subject.trim() !== '');

export function obstacles({ templates, recipients_count: count }: Pick<MailingListView, 'templates' | 'recipients_count'>) {
  const empty = templates.flatMap(({ channel, falls_back: fallsBack, subject, body }, index) => [
    ...(subject.trim() === '' && needsSubject(channel, { fallsBack, before: templates.slice(0, index) })
      ? [{ key: 'emptySubject' as const, number: index + 1 }]
      : []),
    ...((isMessenger(channel) ? body.trim() !== '' : hasText(body)) ? [] : [{ key: 'emptyMessage' as const, number: index + 1 }]),
  ]);
  const unwritten = templates.length === 0 ? [{ key: 'emptyMessage' as const, number: 1 }] : [];
  return [...unwritten, ...empty, ...(count === 0 ? [{ key: 'noRecipients' as const, number: 0 }] : [])];
}

export function Readiness({ list }: { list: MailingListView }) {
  const { t } = useTranslation('mailings');
  const problems = obstacles(list);
  const missing = useMissingValues(list);
  return (
    <section className={classes.problems} aria-label={t('launch.readiness')}>
      {problems.map(({ key, number }) => (
        <p key={`${key}${number}`} className={classes.why} data-tone="danger">
          {t(`launch.${key}`, { number })}
        </p>
      ))}
      {list.templates.map((template, index) => (
        <div key={template.id} className={classes.lintOf} data-label={t('launch.findings', { number: index + 1 })}>
          {template.channel === 'email' && (
            <LintList
              subject={template.subject}
              body={template.body}
              custom={variablesOf(template, list.templates)}
              mass={!list.unsubscribe_link}
              missing={missing}
            />
          )}
        </div>
      ))}
    </section>
  );
}
