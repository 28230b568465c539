import { type SyntheticEvent, useEffect, useState } from 'react';
import { usePreviewHtml } from '../api/preview-images.ts';
import classes from './editor.module.css';

/** Maximum height in pixels. A longer message scrolls in its frame. */
const maxHeight = 4000;

function useOwnHeight() {
  const [page, setPage] = useState<Document | null>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    if (!page?.body) return undefined;
    const measure = () => setHeight(Math.min(maxHeight, Math.ceil(page.documentElement.getBoundingClientRect().height) + 2));
    const watching = new ResizeObserver(measure);
    watching.observe(page.documentElement);
    measure();
    return () => watching.disconnect();
  }, [page]);
  return { height, onLoad: (event: SyntheticEvent<HTMLIFrameElement>) => setPage(event.currentTarget.contentDocument) };
}

/** The sandbox allows the same origin for measuring, which is safe without scripts. */
export function PreviewFrame({ title, html }: { title: string; html: string }) {
  const { height, onLoad } = useOwnHeight();
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={usePreviewHtml(html)}
      className={classes.preview}
      style={height === undefined ? undefined : { height }}
      onLoad={onLoad}
    />
  );
}
