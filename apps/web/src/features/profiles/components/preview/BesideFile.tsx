import { Portal } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useLayoutEffect, useState } from 'react';
import { useBodyWidth } from '#lib/body-size.ts';
import { usePhone } from '#lib/use-phone.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';
import type { PreviewedFile } from './FilePreview.tsx';
import classes from './preview.module.css';

const FilePreview = lazyPart(() => import('./FilePreview.tsx'), 'FilePreview', ['profiles']);

export type { PreviewedFile };

interface BesideFileProps {
  file: PreviewedFile | undefined;
  variant: 'pane' | 'page';
  view: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

const widest = 760;

/** Left of a pane, over the list; the pane stays visible. */
function Floating({ file, view, onClose }: Pick<BesideFileProps, 'view' | 'onClose'> & { file: PreviewedFile }) {
  const body = useBodyWidth();
  const isPhone = usePhone();
  const [right, setRight] = useState<number>();
  useLayoutEffect(() => {
    const pane = view.current;
    if (!pane) return undefined;
    const measure = () => setRight(globalThis.innerWidth - pane.getBoundingClientRect().left);
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(pane);
    return () => watching.disconnect();
  }, [view]);
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  if (right === undefined) return null;
  const style = isPhone ? { insetInline: 0 } : { right, width: Math.min(widest, body - right) };
  return (
    <Portal>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the focused element inside */}
      <section aria-label={file.name} className={classes.floating} style={style} onKeyDown={escape}>
        <Suspense fallback={null}>
          <FilePreview file={file} onClose={onClose} />
        </Suspense>
      </section>
    </Portal>
  );
}

export function BesideFile({ file, variant, view, onClose, children }: BesideFileProps) {
  if (variant === 'pane')
    return (
      <>
        {children}
        {file && <Floating file={file} view={view} onClose={onClose} />}
      </>
    );
  return (
    <SplitPane
      id="file"
      label={file?.name ?? ''}
      defaultWidth={680}
      onClose={onClose}
      pane={
        file && (
          <Suspense fallback={null}>
            <FilePreview file={file} onClose={onClose} />
          </Suspense>
        )
      }
    >
      {children}
    </SplitPane>
  );
}
