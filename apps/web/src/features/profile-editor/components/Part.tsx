import { Anchor } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { isSameValue } from '@headwater/domain/profiles/fragments';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { errorAt, useEditor } from '../model/editor-form.ts';
import type { EditorField } from '../model/form.ts';
import classes from './editor.module.css';

/** Undefined: original data. */
function useFragment(field: EditorField) {
  const { editing } = useEditor();
  return editing?.fragments.find(({ id }) => id === editing.origins[field]);
}

export function useFieldProps(field: EditorField) {
  const { form } = useEditor();
  const isChanged = useFragment(field) !== undefined;
  return {
    ...form.getInputProps(field),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    ...(isChanged ? { description: <Origin field={field} />, descriptionProps: { component: 'div' as never } } : {}),
  };
}

function Origin({ field }: { field: EditorField }) {
  const { t } = useTranslation('profile-editor');
  const { editing, restore, acceptTheirs, form } = useEditor();
  const fragment = useFragment(field);
  const isStale = errorAt(form, field) !== undefined && editing !== undefined && !isSameValue(editing.seen[field], editing.base[field]);
  if (!fragment) return null;
  const name = fragment.created_by?.name;
  return (
    <span className={classes.origin}>
      {name ? t('changedBy', { name }) : t('changed')} <RelativeTime value={fragment.updated_at} />
      {isStale && acceptTheirs && (
        <>
          {' · '}
          <Anchor component="button" type="button" size="xs" onClick={() => acceptTheirs(field)}>
            {t('takeTheirs')}
          </Anchor>
        </>
      )}
      {restore && (
        <>
          {' · '}
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={`${t('restore')}: ${t(`field.${field}`)}`}
            onClick={() => restore(field)}
          >
            {t('restore')}
          </Anchor>
        </>
      )}
    </span>
  );
}

interface PartProps {
  title: string;
  fields?: readonly EditorField[];
  note?: string;
  children: ReactNode;
}

export function Part({ title, fields = [], note, children }: PartProps) {
  const { form } = useEditor();
  const id = useId();
  const problems = fields.flatMap((field) => (Array.isArray(form.values[field]) ? (errorAt(form, field) ?? []) : []));
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <h2 id={id} className={classes.partTitle}>
          {title}
        </h2>
        {fields.map((field) => (
          <Origin key={field} field={field} />
        ))}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {problems.map((problem) => (
        <p key={problem} role="alert" className={classes.problem}>
          {problem}
        </p>
      ))}
      {children}
    </section>
  );
}
