import { useMediaQuery } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { useMissingValues } from '../api/missing-values.ts';
import type { Steps } from '../model/use-steps.ts';
import classes from './layout.module.css';
import { PreviewPane } from './recipients/PreviewPane.tsx';
import { StepsEditor } from './steps/StepsEditor.tsx';
import type { StepEditorProps } from './steps/StepEditor.tsx';

interface MessageTabProps extends Pick<StepEditorProps, 'start' | 'messenger'> {
  list: MailingListView;
  steps: Steps;
}

export function useLock({ status, permissions, messaging_type: type }: MailingListView): string | undefined {
  const { t } = useTranslation('mailings');
  if (!permissions.edit) return t('readOnly');
  if (status !== 'sending' && status !== 'pending') return undefined;
  return t(type === 'sequence' ? 'runningSequence' : 'running');
}

/** MAIL-003 to MAIL-009 */
export function MessageTab({ list, steps, start, messenger }: MessageTabProps) {
  const { t } = useTranslation('mailings');
  const wide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState<boolean>();
  const locked = useLock(list);
  const missing = useMissingValues(list);
  const shown = opened ?? wide;
  const open = steps.steps.find(({ key }) => key === steps.chosen) ?? steps.steps[0];
  const close = () => setOpened(false);
  return (
    <SplitPane
      id="mailing-preview"
      label={t('preview.title')}
      defaultWidth={400}
      onClose={close}
      pane={shown && <PreviewPane list={list} templateId={open?.id} onClose={close} />}
    >
      {!shown && (
        <div className={classes.bar}>
          <Button size="xs" variant="default" leftSection={<IconEye size={14} />} onClick={() => setOpened(true)}>
            {t('preview.show')}
          </Button>
        </div>
      )}
      <StepsEditor
        steps={steps}
        locked={locked}
        start={start}
        messenger={messenger}
        missing={missing}
        unsubscribable={list.unsubscribe_link}
      />
    </SplitPane>
  );
}
