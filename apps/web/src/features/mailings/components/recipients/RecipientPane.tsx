import { ActionIcon, Anchor, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { recipientQuery } from '../../api/mailings.ts';
import classes from './recipients.module.css';
import mailingsClasses from '../mailings.module.css';
import { MessagePreview } from './MessagePreview.tsx';
import { SenderOnly } from '../SenderOnly.tsx';
import { PersonalTexts } from './PersonalTexts.tsx';
import { useRecipientWords } from './person.ts';
import { RecipientProgress } from './RecipientProgress.tsx';

const views = ['progress', 'personal', 'preview'] as const;
export type RecipientView = (typeof views)[number];

interface RecipientPaneProps {
  list: MailingListView;
  id: number;
  first: RecipientView;
  onClose: () => void;
  onOpenMessage?: ((message: { id: number; subject: string }) => void) | undefined;
  wholeHref?: ((profileId: number) => string) | undefined;
}

const profileHref = (profileId: number) => `/profiles/${profileId}`;

export function RecipientPane({ list, id, first, onClose, onOpenMessage, wholeHref = profileHref }: RecipientPaneProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const { nameOf, jobOf } = useRecipientWords();
  const [view, setView] = useState(first);
  const query = useQuery(recipientQuery(id));
  const recipient = query.data;
  const shown = views.filter((name) => name !== 'personal' || list.permissions.send);
  return (
    <>
      <header className={classes.paneHead}>
        <div className={classes.paneTitle}>
          <h2 className={classes.paneName}>{recipient ? nameOf(recipient) : '\u00a0'}</h2>
          <div className={`${mailingsClasses.small} ${classes.cut}`}>{recipient ? jobOf(recipient) : '\u00a0'}</div>
        </div>
        {recipient && (
          <Anchor component={Link} to={wholeHref(recipient.profile.id)} size="sm" className={classes.paneLink}>
            {t('recipient.open')}
          </Anchor>
        )}
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={classes.pane}>
        <SegmentedControl
          size="xs"
          aria-label={t('recipients.person')}
          value={view}
          onChange={(next) => setView(next as RecipientView)}
          data={shown.map((value) => ({ value, label: t(`recipient.view.${value}`) }))}
        />
        <SenderOnly list={list} />
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!recipient && !query.isError && <SkeletonText lines={8} />}
        {recipient && view === 'progress' && (
          <RecipientProgress recipient={recipient} permissions={list.permissions} onOpenMessage={onOpenMessage} />
        )}
        {recipient && view === 'personal' && <PersonalTexts key={recipient.id} list={list} recipient={recipient} />}
        {view === 'preview' &&
          list.templates.map((template, index) => (
            <section key={template.id} className={mailingsClasses.personal} aria-label={t('launch.findings', { number: index + 1 })}>
              <MessagePreview recipientId={id} templateId={template.id} />
            </section>
          ))}
      </div>
    </>
  );
}
