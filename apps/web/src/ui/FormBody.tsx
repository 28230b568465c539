import { Alert, Stack } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { keysOf } from '#lib/shortcuts.ts';

interface FormBodyProps {
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; pending: boolean; problem: string | undefined };
  children: ReactNode;
}

/** Mod+Enter sends from every field; an editor would add a line. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (keysOf(event.nativeEvent) !== 'mod+Enter' || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) event.currentTarget.requestSubmit();
}

export function FormBody({ form, children }: FormBodyProps) {
  return (
    <form onSubmit={form.onSubmit} onKeyDownCapture={submitByKey} noValidate aria-busy={form.pending}>
      <Stack gap="lg">
        {form.problem && (
          <Alert color="red" role="alert" p="sm">
            {form.problem}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
}
