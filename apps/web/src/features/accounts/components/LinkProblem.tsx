import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { SignInHead } from '#ui/SignInHead.tsx';

export const LinkProblem = ({ title, problem, children }: { title: string; problem: string; children: ReactNode }) => (
  <>
    <SignInHead title={title} />
    <Alert color="red" role="alert" p="sm" my="lg">
      {problem}
    </Alert>
    {children}
  </>
);
