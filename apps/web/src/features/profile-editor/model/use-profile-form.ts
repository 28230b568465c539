import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { changeOf, type EditorField, type EditorList, type EditorValues, isChanged, newKey } from './form.ts';

const lists = [
  'locations',
  'positions',
  'educations',
  'courses_and_certificates',
  'skills',
  'languages',
  'links',
  'contacts',
] as const satisfies readonly EditorList[];

/** Stored keys may collide with those of this page. */
function withNewKeys(values: Partial<EditorValues>): Partial<EditorValues> {
  const renewed = lists.flatMap((list) => {
    const items = values[list];
    return items ? [[list, items.map((item) => ({ ...item, key: newKey() }))] as const] : [];
  });
  return { ...values, ...(Object.fromEntries(renewed) as Partial<EditorValues>) };
}

const changedOf = (now: EditorValues, before: EditorValues): Partial<EditorValues> => {
  const names = [...Object.keys(changeOf(now, before)), ...(isChanged('contacts', now, before) ? ['contacts'] : [])];
  return Object.fromEntries(names.map((name) => [name, now[name]])) as Partial<EditorValues>;
};

interface Options {
  start: EditorValues;
  draftKey: string;
  after: number;
}

/** The browser stores unsaved input, so that a closed tab loses nothing. */
export function useProfileForm({ start, draftKey, after }: Options) {
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(draftKey));
  const [before, setBefore] = useState(start);
  const form = useForm<EditorValues>({ mode: 'controlled', initialValues: { ...start, ...(draft && withNewKeys(draft.values)) } });
  const changed = changedOf(form.values, before);
  const isDirty = Object.keys(changed).length > 0;
  const [known, setKnown] = useState(draft?.after ?? after);
  const text = isDirty ? JSON.stringify(changed) : '';
  useEffect(() => {
    const write = () =>
      writeDraft(
        draftKey,
        text === '' ? undefined : { values: JSON.parse(text) as Partial<EditorValues>, at: new Date().toISOString(), after: known },
      );
    const timer = setTimeout(write, 400);
    return () => clearTimeout(timer);
  }, [text, draftKey, known]);
  useEffect(() => () => writeDraft(draftKey, undefined), [draftKey]);
  return {
    form,
    before,
    isDirty,
    draft,
    /** Id of the newest save that the user has seen. */
    after: known,
    markSeen: setKnown,
    discardDraft() {
      form.setValues(start);
      form.clearErrors();
      setDraft(undefined);
      setKnown(after);
    },
    keepDraft: () => setDraft(undefined),
    markSaved(field: EditorField, values: EditorValues) {
      form.setFieldValue(field, values[field] as never);
      form.clearFieldError(field);
      setBefore((last) => ({ ...last, [field]: values[field] }));
    },
    markAllSaved() {
      setBefore(form.getValues());
    },
  };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;
