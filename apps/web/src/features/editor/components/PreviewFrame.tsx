import { type SyntheticEvent, useEffect, useState } from 'react';
import { usePreviewHtml } from '../api/preview-images.ts';
import classes from './editor.module.css';

/** A message longer than this scrolls in its frame. */
const tallest = 4000;

/** The height that the message has in the width of its frame, as that changes and its images come. */
function useOwnHeight() {
  const [page, setPage] = useState<Document | null>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    if (!page?.body) return undefined;
    const measure = () => setHeight(Math.min(tallest, Math.ceil(page.documentElement.getBoundingClientRect().height) + 2));
    const watching = new ResizeObserver(measure);
    watching.observe(page.documentElement);
    measure();
    return () => watching.disconnect();
  }, [page]);
  return { height, onLoad: (event: SyntheticEvent<HTMLIFrameElement>) => setPage(event.currentTarget.contentDocument) };
}

/**
 * A message as its recipient sees it, drawn apart from the application: nothing in it runs, submits or leaves the frame. Of its origin it is only so
 * that it can be measured, which without scripts opens nothing to it.
 */
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
