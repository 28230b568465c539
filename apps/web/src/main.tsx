import '@mantine/core/styles.layer.css';
import '#ui/fonts.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#lib/i18n.ts';
import { App } from '#app/App.tsx';
import { startRouter } from '#app/router.ts';

const reports = document.querySelector<HTMLMetaElement>('meta[name=headwater-error-reports]')?.content;
if (reports) import('#lib/error-reports.ts').then(({ startErrorReports }) => startErrorReports(reports)).catch(() => undefined);

/** Not at the top level: the loaded code imports parts of this file, which would deadlock. */
async function start(): Promise<void> {
  const [parts] = await Promise.all([startRouter(), startI18n()]);
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App {...parts} />
    </StrictMode>,
  );
}

void start();
