import { useState } from 'react';
import { useServerForm, type ServerFormHandle } from '#ui/form.tsx';
import { atField, floodWaitOf } from '../model/sign-in.ts';

interface SignInFormOptions<V extends Record<string, unknown>, R> {
  initialValues: V;
  validate: { [N in keyof V]?: (value: V[N]) => string | null };
  submit: (values: V) => Promise<R>;
  onDone: (result: R, values: V) => void;
}

interface SignInForm<V extends Record<string, unknown>> {
  form: ServerFormHandle<V>;
  /** End of Telegram's flood wait for this phone, as a timestamp in ms. */
  waitUntil: number | undefined;
  wait: (seconds: number) => void;
}

export function useSignInForm<V extends Record<string, unknown>, R>(options: SignInFormOptions<V, R>): SignInForm<V> {
  const { initialValues, validate, submit, onDone } = options;
  const [waitUntil, setWaitUntil] = useState<number>();
  const wait = (seconds: number) => setWaitUntil(Date.now() + seconds * 1000);
  const form = useServerForm<V, { result: R } | undefined>({
    initialValues,
    validate: validate as never,
    submit: async (values) => {
      setWaitUntil(undefined);
      try {
        return { result: await submit(values) };
      } catch (error) {
        const seconds = floodWaitOf(error);
        if (seconds === undefined) throw atField(error);
        wait(seconds);
        return undefined;
      }
    },
    onDone: (answer, values) => {
      if (answer) onDone(answer.result, values);
    },
  });
  return { form, waitUntil, wait };
}
