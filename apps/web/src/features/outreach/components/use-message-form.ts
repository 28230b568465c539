import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SentMessage } from '@headwater/contract/outreach';
import type { AttachmentView } from '@headwater/contract/templates';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { api } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { nextWaitQuery, useRefreshMessages } from '../api/messages.ts';
import type { ReplyDraft } from '../model/reply-drafts.ts';
import type { ReplyTarget } from '../model/thread.ts';

export interface MessageTarget {
  profileId: number;
  candidateId?: number | undefined;
  replyTo?: ReplyTarget | undefined;
  /** Kept draft of a reply. */
  draft?: ReplyDraft | undefined;
  onDone: (sent?: SentMessage) => void;
}

const exactly = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

export const emptyMessage = {
  email: '',
  subject: '',
  body: '',
  custom_variables: [] as DraftVariable[],
  /** File objects for display. Only their ids are sent. */
  attachment_ids: [] as AttachmentView[],
};

export function useMessageForm({ profileId, candidateId, replyTo, draft, onDone }: MessageTarget) {
  const { t } = useTranslation('outreach');
  // One key for all clicks on Send, so that the server sends the message once.
  const requestKey = useRef(crypto.randomUUID());
  const refresh = useRefreshMessages();
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: draft ? { ...emptyMessage, ...draft } : emptyMessage,
    submit: ({ email, subject, body, custom_variables, attachment_ids: files }) => {
      // A reply goes to the address above the text. The server resolves a masked one.
      const to = replyTo ? (replyTo.isMasked ? '' : replyTo.email) : email;
      return api.outreach.send({
        profile_id: profileId,
        ...(candidateId === undefined ? {} : { candidate_id: candidateId }),
        ...(to === '' ? {} : { email: to }),
        ...(replyTo === undefined ? {} : { reply_to: replyTo.id }),
        // Keep the typed subject, even if the thread has one since then.
        subject: subject || (replyTo?.subject ?? ''),
        body,
        custom_variables,
        attachment_ids: files.map(({ id }) => id),
        request_key: requestKey.current,
      });
    },
    onDone: (sent) => {
      requestKey.current = crypto.randomUUID();
      const leavesAt = client.getQueryData(nextWaitQuery(profileId).queryKey)?.wait?.expected_at;
      refresh();
      const message = leavesAt ? t('queuedUntil', { email: sent.email, at: exactly(leavesAt) }) : t('queued', { email: sent.email });
      showSnackbar({ message, tone: 'success' });
      onDone(sent);
    },
  });
  const { setInitialValues } = form.form;
  // A draft counts as changed.
  useEffect(() => setInitialValues(emptyMessage), [setInitialValues]);
  return form;
}

export type MessageForm = ReturnType<typeof useMessageForm>;

/** Fills in the profile's address without marking the form as changed. */
export function useKnownAddress({ form, values }: MessageForm, known: string | undefined) {
  const { setInitialValues, setFieldValue } = form;
  const fits = known !== undefined && values.email === '' && !form.isTouched('email');
  useEffect(() => {
    if (!fits) return;
    setInitialValues({ ...emptyMessage, email: known });
    setFieldValue('email', known);
  }, [fits, known, setInitialValues, setFieldValue]);
}
