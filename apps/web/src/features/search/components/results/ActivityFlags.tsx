import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FoundProfile } from '@headwater/contract/search';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { wordsOfTelegram } from '#ui/words-of-telegram.ts';
import classes from './row.module.css';

const states = ['planned', 'claimed', 'handed_over', 'sent', 'opened', 'replied', 'bounced', 'error'] as const;
const stateOf = (state: string) => states.find((known) => known === state) ?? 'unknown';

function DialogFlag({ dialog: { id, text: words, kind, out, sender, state, at } }: { dialog: NonNullable<FoundProfile['dialog']> }) {
  const { t } = useTranslation('search');
  const { t: ui } = useTranslation('ui');
  const text = wordsOfTelegram({ kind, text: words }, ui);
  const who = out ? (sender ?? t('dealings.us')) : t('dealings.candidate');
  const moment = formatDate(at, currentLanguage(), 'dateTime');
  const said = t('dealings.dialog', { who, text, moment, state: t(`dealings.dialogStates.${state}`) });
  return (
    <Tooltip label={said} multiline maw={320}>
      <Link
        to="/telegram-messenger/messages"
        search={{ dialog: String(id) }}
        className={classes.flagLink}
        data-flag="dialog"
        data-state={state}
        aria-label={said}
      >
        {t('dealings.short.dialog', { state: t(`dealings.dialogStates.${state}`) })}
      </Link>
    </Tooltip>
  );
}

export function ActivityFlags({ comments, recipients, dialog }: Pick<FoundProfile, 'comments' | 'recipients' | 'dialog'>) {
  const { t } = useTranslation('search');
  const [comment] = comments;
  const [message] = recipients;
  const said = comment && `${comment.user_name}: ${comment.text}`;
  const state = message && t(`dealings.states.${stateOf(message.state)}`);
  const wrote = message && t(message.subject ? 'dealings.message' : 'dealings.unnamed', { subject: message.subject, state });
  return (
    <>
      {said && (
        <Tooltip label={said} multiline maw={320}>
          <span className={classes.flag} data-flag="comments">
            {t('dealings.comments', { count: comments.length })}
            <span className="hw-visually-hidden">. {said}</span>
          </span>
        </Tooltip>
      )}
      {wrote && (
        <Tooltip label={wrote} multiline maw={320}>
          <span className={classes.flag} data-flag="message" data-state={message.state}>
            <span aria-hidden>{t('dealings.short.message', { state })}</span>
            <span className="hw-visually-hidden">{wrote}</span>
          </span>
        </Tooltip>
      )}
      {dialog && <DialogFlag dialog={dialog} />}
    </>
  );
}
