import { Button } from '@mantine/core';
import type { ProfileEditing } from '@headwater/contract/profile-fragments';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import classes from './editor.module.css';

const newest = 10;

export function ChangeList({ fragments, onUndo }: { fragments: ProfileEditing['fragments']; onUndo: (id: number) => void }) {
  const { t } = useTranslation(['profile-editor', 'ui']);
  const shown = fragments.toReversed().slice(0, newest);
  return (
    <section className={classes.box} aria-label={t('changes')}>
      <h2 className={classes.boxTitle}>{t('changes')}</h2>
      <p className={classes.quiet} style={{ margin: 0 }}>
        {t(shown.length === 0 ? 'noChanges' : 'changesNote')}
      </p>
      <ul className={classes.list}>
        {shown.map((one) => {
          const fields = one.fields.map((field) => t(`field.${field}`)).join(', ');
          return (
            <li key={one.id} className={classes.entry}>
              <div>{fields}</div>
              <div className={classes.quiet}>
                {one.created_by?.name ? t('changedBy', { name: one.created_by.name }) : t('changed')}{' '}
                <RelativeTime value={one.created_at} />
              </div>
              <Button
                size="compact-xs"
                variant="subtle"
                ml={-8}
                aria-label={`${t('undo', { ns: 'ui' })}: ${fields}`}
                onClick={() => onUndo(one.id)}
              >
                {t('undo', { ns: 'ui' })}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
