import { useEffect, useRef } from 'react';
import type { SentMessage } from '@headwater/contract/outreach';
import type { AttachmentView } from '@headwater/contract/templates';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useRefreshMessages } from '../api/messages.ts';
import type { ReplyTarget } from '../model/thread.ts';

export interface MessageTarget {
  profileId: number;
  candidateId?: number | undefined;
  /** The message whose thread this one goes on, and the address that is answered. */
  replyTo?: ReplyTarget | undefined;
  onDone: (sent?: SentMessage) => void;
}

const emptyMessage = {
  email: '',
  subject: '',
  body: '',
  custom_variables: [] as DraftVariable[],
  /** As the files are shown; only their ids are sent. */
  attachment_ids: [] as AttachmentView[],
};

export function useMessageForm({ profileId, candidateId, replyTo, onDone }: MessageTarget) {
  const { t } = useTranslation('outreach');
  // The same key for every press of Send: the server then sends once.
  const requestKey = useRef(crypto.randomUUID());
  const refresh = useRefreshMessages();
  return useServerForm({
    initialValues: emptyMessage,
    submit: ({ email, subject, body, custom_variables, attachment_ids: files }) => {
      // What goes to the server is what stands above the text; of a mask it knows the address itself.
      const to = replyTo ? (replyTo.isMasked ? '' : replyTo.email) : email;
      return api.outreach.send({
        profile_id: profileId,
        ...(candidateId === undefined ? {} : { candidate_id: candidateId }),
        ...(to === '' ? {} : { email: to }),
        ...(replyTo === undefined ? {} : { reply_to: replyTo.id }),
        // What was typed stays, also where the conversation has got a name meanwhile.
        subject: subject || (replyTo?.subject ?? ''),
        body,
        custom_variables,
        attachment_ids: files.map(({ id }) => id),
        request_key: requestKey.current,
      });
    },
    onDone: (sent) => {
      // Whatever is written next is another message.
      requestKey.current = crypto.randomUUID();
      refresh();
      showSnackbar({ message: t('queued', { email: sent.email }), tone: 'success' });
      onDone(sent);
    },
  });
}

export type MessageForm = ReturnType<typeof useMessageForm>;

/** Fills in the address that the profile knows. Nobody typed it, so it alone is no reason to ask before leaving. */
export function useKnownAddress({ form, values }: MessageForm, known: string | undefined) {
  const { setInitialValues, setFieldValue } = form;
  const fits = known !== undefined && values.email === '' && !form.isTouched('email');
  useEffect(() => {
    if (!fits) return;
    setInitialValues({ ...emptyMessage, email: known });
    setFieldValue('email', known);
  }, [fits, known, setInitialValues, setFieldValue]);
}
