import { Button } from '@mantine/core';
import { usePageTitle } from '#lib/page-title.ts';
import { Brand } from '../frame/Brand.tsx';
import classes from './pages.module.css';

/** A service was not connected after its consent page, with the reason. */
export function ConsentRefused({ title, text, back }: { title: string; text: string; back: { label: string; to: string } }) {
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Brand />
      <h1 className={classes.title} style={{ marginTop: 24 }}>
        {title}
      </h1>
      {text !== title && (
        <p className={classes.text} role="alert">
          {text}
        </p>
      )}
      <div className={classes.actions}>
        <Button component="a" href={back.to}>
          {back.label}
        </Button>
      </div>
    </main>
  );
}
