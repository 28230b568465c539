import { Anchor } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import list from '#ui/rows.module.css';
import classes from './tokens.module.css';

export function HowToCall() {
  const { t } = useTranslation('api-tokens');
  const line = `curl -H "Authorization: Token $TOKEN" ${globalThis.location.origin}/api/v6/folders/`;
  return (
    <section>
      <SectionHead title={t('how')} />
      <p className={list.quiet}>{t('howText')}</p>
      {/* The code scrolls horizontally, so the keyboard needs a focus target. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.code} tabIndex={0} aria-label={t('how')}>
        {line}
      </pre>
      <Anchor href="/api/schema/" target="_blank" rel="noreferrer">
        {t('schema')}
      </Anchor>
    </section>
  );
}
