import '@mantine/core/styles.layer.css';
import '#ui/fonts.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#lib/i18n.ts';
import { App } from '#app/App.tsx';

await startI18n();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
