import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { readRefusal } from '#ui/refusal.ts';

interface Values {
  email: string;
  password: string;
}
type Field = keyof Values;
type Errors = Partial<Record<Field, string | undefined>>;

interface SignInFormOptions {
  email: string;
  validate: (values: Values) => Errors;
  submit: (values: Values) => Promise<void>;
}

/** Other forms use `useServerForm` (ui/form.tsx); visitors do not load its library. */
export function useSignInForm({ email, validate, submit }: SignInFormOptions) {
  const { t } = useTranslation('ui');
  const [values, setValues] = useState<Values>({ email, password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const busy = useRef(false);

  const refuse = (shown: Errors, form: HTMLFormElement) => {
    setErrors(shown);
    const first = (Object.keys(shown) as Field[]).find((name) => shown[name]);
    if (first) requestAnimationFrame(() => form.querySelector<HTMLInputElement>(`input[name=${first}]:not([hidden])`)?.focus());
    return first !== undefined;
  };
  const send = async (form: HTMLFormElement) => {
    if (busy.current || refuse(validate(values), form)) return;
    busy.current = true;
    setPending(true);
    setProblem(undefined);
    try {
      await submit(values);
    } catch (error) {
      const refusal = readRefusal(error, { known: Object.keys(values), offline: t('offline') });
      if (!refusal) return;
      setProblem(refusal.problem);
      refuse(refusal.fields, form);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  const input = (name: Field) => ({
    name,
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors((now) => ({ ...now, [name]: undefined }));
    },
  });
  return {
    values,
    pending,
    problem,
    input,
    field: (name: Field) => ({ ...input(name), error: errors[name] }),
    forgetPassword: () => {
      setValues((now) => ({ ...now, password: '' }));
      setErrors({});
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send(event.currentTarget);
    },
  };
}
