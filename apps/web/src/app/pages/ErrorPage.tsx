import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './pages.module.css';

/** Some browsers start the stack with the message. */
const withStack = (message: string, stack: string) => (stack.includes(message) ? stack : `${message}\n\n${stack}`);

const described = (error: unknown): string =>
  error instanceof Error ? withStack(`${error.name}: ${error.message}`, error.stack ?? '') : String(error);

/** SHELL-027 to SHELL-029: error boundary. A click on the title shows the technical details. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  usePageTitle(t('page.wrong'));
  const Frame = document.getElementById('content') ? 'div' : 'main';
  return (
    <Frame className={classes.page}>
      <h1 className={classes.title}>
        <button type="button" className={classes.titleButton} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('page.wrong')}
        </button>
      </h1>
      <p className={classes.text}>{t('page.wrongText')}</p>
      {open && <pre className={classes.details}>{described(error)}</pre>}
      {/* A full page load: the loaded program itself may be broken or outdated. */}
      <Button component="a" href="/" mt="lg">
        {t('page.mainPage')}
      </Button>
    </Frame>
  );
}
