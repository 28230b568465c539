import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import classes from './draft.module.css';
import type { ComposerState } from './use-composer.ts';

export function OtherDraft({ composer: { text, other, keepMine, takeOther, write } }: { composer: ComposerState }) {
  const { t } = useTranslation(['telegram', 'ui']);
  if (other === undefined) return null;
  const take = () => {
    takeOther();
    showSnackbar({ message: t('otherDraftTaken'), action: { label: t('undo', { ns: 'ui' }), act: () => write(text) } });
  };
  return (
    <Alert color="yellow" p="8px 12px" className={classes.other} title={t('otherDraft')}>
      <p className={classes.otherText} dir="auto">
        {other}
      </p>
      <Group gap={6}>
        <Button type="button" size="compact-xs" variant="default" onClick={take}>
          {t('useOther')}
        </Button>
        <Button type="button" size="compact-xs" variant="subtle" color="gray" onClick={keepMine}>
          {t('keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}
