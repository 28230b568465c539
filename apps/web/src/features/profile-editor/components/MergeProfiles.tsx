import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import type { ProfileEditing } from '@headwater/contract/profile-fragments';
import type { ShownContact } from '@headwater/contract/profiles';
import type { MergeChoices } from '@headwater/domain/profiles/merge';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { UnsavedGuard } from '#ui/form.tsx';
import { useFollowJob } from '#ui/jobs/follow-job.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showError, type SnackAction } from '#ui/snackbar.tsx';
import { useForgetProfiles } from '../api/editing.ts';
import { choiceOf, mergeRows, hasValue } from '../model/merge-rows.ts';
import { MergeField } from './MergeField.tsx';
import { type Both, EqualFields, MergeContacts } from './MergeFolded.tsx';
import classes from './merge.module.css';

interface MergeProfilesProps {
  left: ProfileEditing;
  right: ProfileEditing;
  contacts: Both<readonly ShownContact[]>;
  /** Resolves after the navigation to the next screen. */
  onDone: (merged: { profileId: number; jobId: number | null }) => Promise<void>;
  onSaving: (isSaving: boolean) => void;
  /** Offered next to undo. */
  also?: (profileId: number) => SnackAction;
  onCancel: () => void;
  onSwap: () => void;
}

const nameOf = ({ seen }: ProfileEditing) => [seen.first_name, seen.last_name].filter(Boolean).join(' ');
const newestOf = ({ fragments }: ProfileEditing) => fragments.at(-1)?.id ?? 0;

/** The merge button follows the last field. */
function focusField(from: string, by: 1 | -1): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-merge-field]')];
  const next = fields[fields.findIndex((one) => one.dataset['mergeField'] === from) + by];
  const radio = next?.querySelector<HTMLInputElement>('input:checked') ?? next?.querySelector('input');
  if (radio) radio.focus();
  else if (by === 1) document.querySelector<HTMLElement>('[data-merge-submit]')?.focus();
}

function useMerge({ left, right, onDone, onSaving, also }: Pick<MergeProfilesProps, 'left' | 'right' | 'onDone' | 'onSaving' | 'also'>) {
  const { t } = useTranslation('profile-editor');
  const [saving, setSaving] = useState(false);
  const [follow, forget] = [useFollowJob(), useForgetProfiles()];
  const show = (isSaving: boolean) => {
    setSaving(isSaving);
    onSaving(isSaving);
  };
  const merge = async (choices: MergeChoices) => {
    if (saving) return;
    show(true);
    const profileIds = [left.profile_id, right.profile_id];
    const after = { survivor: newestOf(left), absorbed: newestOf(right) };
    try {
      const merged = await api.profileMerges.glue({ action: 'glue', profile_ids: profileIds, choices, after });
      await onDone({ profileId: merged.profile_id, jobId: merged.job_id });
      const offered = also?.(merged.profile_id);
      const options = {
        title: t('merge.merging'),
        message: () => t('merge.merged'),
        onChange: () => void forget(),
        ...(offered ? { also: offered } : {}),
      };
      if (merged.job_id === null) await forget();
      else void follow({ jobId: merged.job_id, ...options });
    } catch (error) {
      show(false);
      showError(error);
      await forget();
    }
  };
  return { merge, saving };
}

function Heads({ sides }: { sides: Both<ProfileEditing> }) {
  const { t } = useTranslation('profile-editor');
  return (
    <div className={classes.heads}>
      <div className={classes.sides}>
        {(['left', 'right'] as const).map((side) => (
          <div key={side} className={classes.head}>
            <strong>{nameOf(sides[side]) || t('hiddenName')}</strong>
            <span className={classes.headNote}>
              {t(`merge.side.${side}`)} · {t(sides[side].is_own ? 'merge.origin.own' : 'merge.origin.base')}
            </span>
          </div>
        ))}
      </div>
      <div className={`${classes.head} ${classes.headResult}`}>
        <strong>{t('merge.result')}</strong>
      </div>
    </div>
  );
}

/** PEDT-014 */
export function MergeProfiles({ left, right, contacts, onDone, onSaving, also, onCancel, onSwap }: MergeProfilesProps) {
  const { t } = useTranslation(['profile-editor', 'ui']);
  const id = useId();
  const [choices, setChoices] = useState<MergeChoices>({});
  const { merge, saving } = useMerge({ left, right, onDone, onSaving, also });
  const { open, equal } = mergeRows(left, right);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void merge(choices);
  };
  // On the window, because nothing has focus when the screen opens.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void merge(choices);
  });
  const actions = (
    <>
      <Button size="xs" variant="default" leftSection={<IconArrowsExchange size={14} />} onClick={onSwap}>
        {t('merge.swap')}
      </Button>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t('cancel', { ns: 'ui' })}
      </Button>
      <Button size="xs" type="submit" form={id} loading={saving} data-merge-submit>
        {t('merge.merge')}
      </Button>
    </>
  );
  return (
    <>
      <UnsavedGuard dirty={Object.keys(choices).length > 0} saving={saving} />
      <PageHeader title={t('merge.title')} onBack={onCancel} actions={actions} />
      <div className={classes.frame}>
        <form id={id} className={classes.form} onSubmit={submit} aria-busy={saving}>
          <p className={classes.note}>{t('merge.note')}</p>
          <Heads sides={{ left, right }} />
          {open.map((row) => (
            <MergeField
              key={row.field}
              row={row}
              sides={{ left, right }}
              choice={choiceOf(row, choices)}
              onChoose={(choice) => setChoices((before) => ({ ...before, [row.field]: choice }))}
              onStep={(by) => focusField(row.field, by)}
            />
          ))}
          {open.length === 0 && <p className={classes.note}>{t('merge.noDifferences')}</p>}
          <MergeContacts contacts={contacts} />
          <EqualFields rows={equal.filter(hasValue)} />
        </form>
      </div>
    </>
  );
}
