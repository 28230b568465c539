/**
 * Form pattern: labels above, help below, the server's first message under each field, form-wide
 * errors on top, and a confirmation before unsaved changes are lost. `validate` checks before
 * sending.
 *   const form = useServerForm({ initialValues: { name: '' }, submit: (values) => api.vacancies.create(values), onDone: (made) => ... });
 *   <ServerForm form={form} submitLabel={t('create')} onCancel={close} guard>
 *     <TextInput label={t('name')} required {...form.field('name')} />
 *   </ServerForm>
 */
import { Alert, Button, createTheme, Group, MantineThemeProvider } from '@mantine/core';
import { type FormValidateInput, useForm, type UseFormReturnType } from '@mantine/form';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { FormBody } from './FormBody.tsx';
import classes from './form.module.css';
import { readRefusal } from './refusal.ts';
import { useNavigationEnd } from './use-navigation-end.ts';
import { registerUnsaved, mayLeave } from './unsaved.ts';

interface ServerFormOptions<V extends Record<string, unknown>, R> {
  initialValues: V;
  validate?: FormValidateInput<V>;
  submit: (values: V) => Promise<R>;
  /** A returned promise belongs to the submit: the form stays pending until it settles. */
  onDone?: (result: R, values: V) => void | Promise<void>;
}

export interface ServerFormHandle<V extends Record<string, unknown>> {
  form: UseFormReturnType<V>;
  values: V;
  pending: boolean;
  /** Form-wide error of the server (REQ-035). */
  problem: string | undefined;
  dirty: boolean;
  field: (
    name: keyof V & string,
    options?: { type?: 'input' | 'checkbox' },
  ) => ReturnType<UseFormReturnType<V>['getInputProps']> & { name: string };
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  /** Back to the initial values, or to other ones. */
  reset: (to?: V) => void;
}

/** Ignores a submit while another one or its `onDone` is pending. */
export function useServerForm<V extends Record<string, unknown>, R>({
  initialValues,
  validate,
  submit,
  onDone,
}: ServerFormOptions<V, R>): ServerFormHandle<V> {
  const { t } = useTranslation('ui');
  // Unique name: a dialog's form and the one below it may have equal field names.
  const name = `form-${useId().replaceAll(/[^0-9a-z]/gi, '')}`;
  const form = useForm<V>({ name, mode: 'controlled', initialValues, ...(validate === undefined ? {} : { validate }) });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const arrived = useNavigationEnd();

  const refused = (error: unknown, known: readonly string[]) => {
    const refusal = readRefusal(error, { known, offline: t('offline') });
    if (!refusal) return;
    form.setErrors({ ...refusal.fields });
    setProblem(refusal.problem);
    const [first] = Object.keys(refusal.fields);
    if (first !== undefined) requestAnimationFrame(() => form.getInputNode(first)?.focus());
  };

  const send = async (values: V) => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setProblem(undefined);
    try {
      const result = await submit(values);
      form.resetDirty(values);
      await onDone?.(result, values);
      await arrived();
    } catch (error) {
      refused(error, Object.keys(values));
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  return {
    form,
    values: form.values,
    pending,
    problem,
    dirty: form.isDirty(),
    field: (name, { type = 'input' } = {}) => ({ ...form.getInputProps(name, { type }), name }),
    onSubmit: (event) =>
      form.onSubmit(
        (values) => void send(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )(event),
    reset: (to = initialValues) => {
      // After a submit, Mantine would restore the values that were sent.
      form.setInitialValues(to);
      form.reset();
      setProblem(undefined);
    },
  };
}

interface ServerFormProps<V extends Record<string, unknown>> {
  form: ServerFormHandle<V>;
  children: ReactNode;
  submitLabel?: string;
  onCancel?: () => void;
  guard?: boolean;
  aside?: ReactNode;
  bare?: boolean;
  /** Reason why the form is read-only: shown above the disabled fields; hides the buttons. */
  closed?: string | undefined;
}

/** A click next to their input opens their list, which a disabled fieldset does not prevent. */
const isClosed = { defaultProps: { disabled: true } };
const closedTheme = createTheme({ components: { MultiSelect: isClosed, TagsInput: isClosed } });

export function ServerForm<V extends Record<string, unknown>>({
  form,
  children,
  submitLabel,
  onCancel,
  guard = false,
  aside,
  bare = false,
  closed,
}: ServerFormProps<V>) {
  const { t } = useTranslation('ui');
  if (closed !== undefined)
    return (
      <FormBody form={form}>
        <Alert p="sm" role="note">
          {closed}
        </Alert>
        <fieldset disabled className={classes.closed}>
          <MantineThemeProvider theme={closedTheme}>{children}</MantineThemeProvider>
        </fieldset>
      </FormBody>
    );
  return (
    <FormBody form={form}>
      {guard && <UnsavedGuard dirty={form.dirty} saving={form.pending} />}
      {children}
      {!bare && (
        <Group gap="sm" justify="flex-end" data-form-foot>
          {aside && <div style={{ marginRight: 'auto' }}>{aside}</div>}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" loading={form.pending}>
            {submitLabel ?? t('save')}
          </Button>
        </Group>
      )}
    </FormBody>
  );
}

/** Asks before unsaved input is lost, except during a save. Render it while the form is mounted. */
export function UnsavedGuard({ dirty, saving = false }: { dirty: boolean; saving?: boolean }) {
  const current = useRef(dirty);
  useEffect(() => {
    current.current = dirty && !saving;
  });
  useEffect(() => (dirty ? registerUnsaved() : undefined), [dirty]);
  useBlocker({
    shouldBlockFn: async () => {
      if (!current.current) return false;
      return !(await mayLeave());
    },
    enableBeforeUnload: () => current.current,
  });
  return null;
}
