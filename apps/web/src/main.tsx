import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app';
import { isPrerendered, pageRoot } from './lib/prerendered';
import { applyStoredTheme } from './ui/theme';
import './ui/tokens.css';

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
