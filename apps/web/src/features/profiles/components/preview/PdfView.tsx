import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { failureOf, openPdf, type PdfFailure } from './pdf-pages.ts';
import classes from './preview.module.css';

export function PdfView({ name, bytes }: { name: string; bytes: ArrayBuffer }) {
  const { t } = useTranslation('profiles');
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'open' | PdfFailure>('loading');
  useEffect(() => {
    if (!box.current) return undefined;
    // The thread takes over the buffer.
    const { opened, close } = openPdf(bytes.slice(0), box.current, { page: classes.page ?? '', text: classes.text ?? '' });
    let isCurrent = true;
    const show = (next: typeof state) => void (isCurrent && setState(next));
    opened.then(
      () => show('open'),
      (error: unknown) => show(failureOf(error)),
    );
    return () => {
      isCurrent = false;
      close();
    };
  }, [bytes]);
  return (
    <ScrollRegion label={name} className={classes.scroll}>
      {state === 'loading' && <SkeletonText lines={12} />}
      {(state === 'broken' || state === 'encrypted') && <p className={classes.note}>{t(`preview.${state}`)}</p>}
      <div ref={box} className={classes.pages} aria-busy={state === 'loading'} />
    </ScrollRegion>
  );
}
