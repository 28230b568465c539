import { Alert, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

interface FormBodyProps {
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; pending: boolean; problem: string | undefined };
  children: ReactNode;
}

export function FormBody({ form, children }: FormBodyProps) {
  return (
    <form onSubmit={form.onSubmit} noValidate aria-busy={form.pending}>
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
