import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import classes from './pages.module.css';

const described = (error: unknown): string =>
  error instanceof Error ? [`${error.name}: ${error.message}`, error.stack].filter(Boolean).join('\n\n') : String(error);

/** SHELL-027 to SHELL-029: the page of the error boundary. A click on its title shows the technical details. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  usePageTitle(t('page.wrong'));
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>
        <button type="button" className={classes.titleButton} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('page.wrong')}
        </button>
      </h1>
      <p className={classes.text}>{t('page.wrongText')}</p>
      {open && <pre className={classes.details}>{described(error)}</pre>}
      {/* A real load, not a route change: the program itself may be what is broken or out of date. */}
      <Button component="a" href="/" mt="lg">
        {t('page.mainPage')}
      </Button>
    </main>
  );
}
