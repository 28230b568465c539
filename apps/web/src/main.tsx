import '@mantine/core/styles.layer.css';
import '#ui/fonts.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#lib/i18n.ts';
import { App } from '#app/App.tsx';

const reports = document.querySelector<HTMLMetaElement>('meta[name=headwater-error-reports]')?.content;
if (reports) import('#lib/error-reports.ts').then(({ startErrorReports }) => startErrorReports(reports)).catch(() => undefined);

await startI18n();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
