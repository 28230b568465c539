import { Alert, Anchor, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ThreadMessage } from '@headwater/contract/outreach';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm } from '#ui/form.tsx';
import { mailboxQuery } from '../api/mailbox.ts';
import { valuesQuery } from '../api/messages.ts';
import { useOpenContacts } from '../api/open-contacts.ts';
import { draftKey, keepDraft, keepsDrafts, readDraft } from '../model/reply-drafts.ts';
import { replyTarget, type ReplyTarget } from '../model/thread.ts';
import { MessageFields } from './MessageFields.tsx';
import { SignatureNote } from './SignatureNote.tsx';
import { emptyMessage, useMessageForm } from './use-message-form.ts';
import { WaitNote } from './WaitNote.tsx';
import classes from './thread.module.css';

interface ReplyBoxProps {
  profileId: number;
  messages: readonly ThreadMessage[];
  onWrite: () => void;
}

/** Once text is entered, new messages do not change its recipient. */
function useReplyForm({ profileId, messages }: Omit<ReplyBoxProps, 'onWrite'>) {
  const [answered, setAnswered] = useState<string>();
  const replyTo = replyTarget(messages, answered);
  const candidateId = messages.at(-1)?.candidate_id ?? undefined;
  const key = draftKey(useCurrentUser().id, profileId);
  const [draft] = useState(() => readDraft(key));
  const form = useMessageForm({ profileId, candidateId, replyTo, draft, onDone: () => form.reset(emptyMessage) });
  const { values } = form;
  useEffect(() => keepDraft(key, values), [key, values]);
  const from = form.dirty ? replyTo?.from : undefined;
  if (answered !== from) setAnswered(from);
  return { form, replyTo, candidateId };
}

function ClosedContacts({ profileId }: { profileId: number }) {
  const { t } = useTranslation('outreach');
  const open = useOpenContacts(profileId);
  return (
    <div className={classes.closed}>
      <p className={classes.quiet}>{t('replyClosed')}</p>
      <Button size="compact-xs" variant="light" loading={open.isPending} onClick={() => open.mutate()}>
        {t('openContacts')}
      </Button>
    </div>
  );
}

function SuppressedAddress({ replyTo: { email, suppression }, onWrite }: { replyTo: ReplyTarget; onWrite: () => void }) {
  const { t } = useTranslation('outreach');
  return (
    <Alert color="yellow" title={suppression && t(`suppressed.${suppression}`)}>
      <div className={classes.plain}>{email}</div>
      {/* People who opted out must not be contacted at another address. */}
      {(suppression === 'bounce' || suppression === 'manual') && (
        <Button size="compact-sm" variant="default" mt={8} onClick={onWrite}>
          {t('otherAddress')}
        </Button>
      )}
    </Alert>
  );
}

export function ReplyBox(conversation: ReplyBoxProps) {
  const { t } = useTranslation('outreach');
  const { profileId, onWrite } = conversation;
  const mailbox = useQuery(mailboxQuery).data?.mailbox;
  const { form, replyTo, candidateId } = useReplyForm(conversation);
  const values = useQuery(valuesQuery({ profileId, candidateId })).data?.values;
  if (mailbox === null) {
    return (
      <section className={classes.replyBox} aria-label={t('reply')}>
        <Alert title={t('noMailbox')}>
          <Anchor component={Link} to="/messaging/settings">
            {t('openSettings')}
          </Anchor>
        </Alert>
      </section>
    );
  }
  if (replyTo?.suppression && !form.dirty) {
    return (
      <section className={classes.replyBox} aria-label={t('reply')}>
        <SuppressedAddress replyTo={replyTo} onWrite={onWrite} />
      </section>
    );
  }
  const refused = form.field('email').error as string | undefined;
  return (
    <section className={classes.replyBox} aria-label={t('reply')}>
      <ServerForm form={form} bare guard={!keepsDrafts}>
        {refused && (
          <Alert color="red" role="alert" p="sm">
            {refused}
          </Alert>
        )}
        {replyTo?.isMasked && <ClosedContacts profileId={profileId} />}
        <WaitNote profileId={profileId} />
        <MessageFields form={form} values={values} replyTo={replyTo}>
          <SignatureNote />
          <Button type="submit" size="xs" leftSection={<IconSend size={14} />} loading={form.pending} disabled={replyTo?.isMasked === true}>
            {t('send')}
          </Button>
        </MessageFields>
      </ServerForm>
    </section>
  );
}
