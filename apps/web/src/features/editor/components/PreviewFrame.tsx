import { usePreviewHtml } from '../api/preview-images.ts';
import classes from './editor.module.css';

/** A message as its recipient sees it, drawn apart from the application. */
export function PreviewFrame({ title, html }: { title: string; html: string }) {
  return <iframe title={title} sandbox="" srcDoc={usePreviewHtml(html)} className={classes.preview} />;
}
