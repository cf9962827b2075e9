import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app';
import { ignoreEnterOfCompositions } from './lib/composition';
import { watchPageErrors } from './lib/page-errors';
import { isPrerendered, pageRoot } from './lib/prerendered';
import { applyStoredTheme } from './ui/theme';
import './ui/tokens.css';

/** Milliseconds after the page was loaded. */
const REPORT_AFTER = 2_000;

watchPageErrors();
ignoreEnterOfCompositions();
applyStoredTheme();

const page = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

if (isPrerendered()) hydrateRoot(pageRoot()!, page);
else createRoot(pageRoot()!).render(page);

// After everything that a player waits for. Where it does not load, the page does without.
const openedAt = window.location.pathname;
window.addEventListener('load', () =>
  setTimeout(
    () =>
      void import('./features/page-reports/report-page')
        .then(({ reportPage }) => reportPage(openedAt))
        .catch(() => undefined),
    REPORT_AFTER,
  ),
);
