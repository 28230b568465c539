import { Tooltip } from '@mantine/core';
import { IconMessage2, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FoundProfile } from '@headwater/contract/search';
import classes from './row.module.css';

const states = ['planned', 'claimed', 'handed_over', 'sent', 'opened', 'replied', 'bounced', 'error'] as const;
const stateOf = (state: string) => states.find((known) => known === state) ?? 'unknown';

/** What colleagues said of the person and wrote to them; the last of each on hover. */
export function ActivityFlags({ comments, recipients }: Pick<FoundProfile, 'comments' | 'recipients'>) {
  const { t } = useTranslation('search');
  const [comment] = comments;
  const [message] = recipients;
  const said = comment && `${comment.user_name}: ${comment.text}`;
  const wrote = message && t('dealings.message', { subject: message.subject, state: t(`dealings.states.${stateOf(message.state)}`) });
  return (
    <>
      {said && (
        <Tooltip label={said} multiline maw={320}>
          <span className={classes.flag} data-flag="comments">
            <IconMessage2 size={15} stroke={1.7} aria-hidden />
            <span className="hw-visually-hidden">{`${t('dealings.comments', { count: comments.length })}. ${said}`}</span>
          </span>
        </Tooltip>
      )}
      {wrote && (
        <Tooltip label={wrote} multiline maw={320}>
          <span className={classes.flag} data-flag="message">
            <IconSend size={15} stroke={1.7} aria-hidden />
            <span className="hw-visually-hidden">{wrote}</span>
          </span>
        </Tooltip>
      )}
    </>
  );
}
