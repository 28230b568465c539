import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChosenText } from '#features/message-generation/components/Proposals.tsx';
import type { StartingText } from '#features/outreach/components/Composer.tsx';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';
import { mayLeave } from '#ui/unsaved.ts';

interface WriteWithAiProps {
  profileId: number;
  candidateId: number | undefined;
  typed: StartingText;
  onPick: (text: StartingText) => void;
}

interface WritingInput extends Omit<WriteWithAiProps, 'onPick'> {
  title: string;
  until: string;
}

const isEmpty = (html: string) => html.replaceAll(/<(?!img)[^>]*>|&nbsp;|\s/g, '') === '';

async function openWriter({ title, until, profileId, candidateId, typed }: WritingInput): Promise<ChosenText | undefined> {
  const [{ MessageWriter }, { NoModel }] = await opening(() =>
    Promise.all([
      import('#features/message-generation/components/MessageWriter.tsx'),
      withTexts(() => import('#features/vacancy-descriptions/components/NoModel.tsx'), ['vacancy-descriptions']),
    ]),
  );
  let isTyped = false;
  const hold = (now: boolean) => void (isTyped = now);
  return openModal<ChosenText>({
    title,
    size: 'lg',
    mayClose: () => !isTyped || mayLeave(),
    content: (close) => (
      <MessageWriter
        profileId={profileId}
        candidateId={candidateId}
        hasText={!isEmpty(typed.body)}
        noModel={<NoModel until={until} />}
        onUse={close}
        onTyped={hold}
      />
    ),
  });
}

export function WriteWithAi({ onPick, ...input }: WriteWithAiProps) {
  const { t } = useTranslation('message-generation');
  const [loading, setLoading] = useState(false);
  const { typed } = input;
  const open = async () => {
    setLoading(true);
    try {
      const chosen = await openWriter({ ...input, title: t('write'), until: t('until') });
      if (!chosen) return;
      const { subject, body, below } = chosen;
      onPick({
        ...typed,
        subject: (below && typed.subject) || subject || typed.subject,
        body: below ? `${typed.body}<p>${body}</p>` : `<p>${body}</p>`,
      });
    } catch (error) {
      showError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      size="compact-xs"
      type="button"
      variant="subtle"
      leftSection={<IconSparkles size={14} />}
      loading={loading}
      onClick={() => void open()}
    >
      {t('write')}
    </Button>
  );
}
