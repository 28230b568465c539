import { Button } from '@mantine/core';
import { useEventListener } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useId } from 'react';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { UnsavedGuard } from '#ui/form.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { EditorProvider, type Editor } from '../model/editor-form.ts';
import type { ProfileFormState } from '../model/use-profile-form.ts';
import { CoursesPart, DetailsPart, InterestsPart } from './DetailsPart.tsx';
import { EducationsPart } from './EducationsPart.tsx';
import classes from './editor.module.css';
import { ContactsPart, FlagsPart, LanguagesPart, LinksPart } from './LinesParts.tsx';
import { AboutPart, NamePart } from './NamePart.tsx';
import { PlacesPart } from './PlacesPart.tsx';
import { PositionsPart } from './PositionsPart.tsx';
import { SkillsPart } from './SkillsPart.tsx';

interface EditorFrameProps {
  title: string;
  note?: string | undefined;
  state: ProfileFormState;
  editor: Omit<Editor, 'form' | 'before'>;
  contactsNote?: string;
  submitLabel: string;
  saving: boolean;
  idle?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  /** Rendered next to the form, before it in reading order. */
  aside?: ReactNode;
  asideLast?: boolean;
}

function DraftNotice({ state }: { state: ProfileFormState }) {
  const { t } = useTranslation('profile-editor');
  if (!state.draft) return null;
  return (
    <output className={classes.notice}>
      <span>{t('draft', { date: formatDate(state.draft.at, currentLanguage(), 'dateTime') })}</span>
      <Button size="compact-xs" variant="default" onClick={state.discardDraft}>
        {t('discardDraft')}
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={state.keepDraft}>
        {t('keepDraft')}
      </Button>
    </output>
  );
}

export function EditorFrame(props: EditorFrameProps) {
  const { title, note, state, editor, contactsNote, submitLabel, saving, idle = false, onSubmit, onCancel, asideLast = false } = props;
  const { t } = useTranslation(['profile-editor', 'ui']);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const listening = useEventListener<'keydown', HTMLFormElement>('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  });
  const aside = props.aside && (
    <aside className={classes.aside} aria-label={t('beside')}>
      <div className={classes.asideInner}>{props.aside}</div>
    </aside>
  );
  const actions = (
    <>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t('cancel', { ns: 'ui' })}
      </Button>
      <Button size="xs" type="submit" form={id} loading={saving} disabled={idle}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <EditorProvider value={{ ...editor, form: state.form, before: state.before }}>
      <UnsavedGuard dirty={state.isDirty} saving={saving} />
      <PageHeader title={title} note={note} onBack={onCancel} actions={actions} />
      <div className={classes.frame}>
        <div className={classes.columns}>
          {!asideLast && aside}
          <form ref={listening} id={id} data-profile-form className={classes.parts} noValidate aria-busy={saving} onSubmit={submit}>
            <DraftNotice state={state} />
            <NamePart />
            <PlacesPart />
            <ContactsPart {...(contactsNote === undefined ? {} : { note: contactsNote })} />
            <AboutPart />
            <PositionsPart />
            <EducationsPart />
            <CoursesPart />
            <SkillsPart />
            <LanguagesPart />
            <LinksPart />
            <DetailsPart />
            <InterestsPart />
            <FlagsPart />
          </form>
          {asideLast && aside}
        </div>
      </div>
    </EditorProvider>
  );
}
