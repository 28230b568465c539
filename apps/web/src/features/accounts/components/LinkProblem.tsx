import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { SignInHead } from '#ui/SignInHead.tsx';

/** A link out of an e-mail that leads nowhere any more, and what may be done about it. */
export const LinkProblem = ({ title, problem, children }: { title: string; problem: string; children: ReactNode }) => (
  <>
    <SignInHead title={title} />
    <Alert color="red" role="alert" p="sm" my="lg">
      {problem}
    </Alert>
    {children}
  </>
);
