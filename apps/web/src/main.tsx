import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { applyStoredTheme } from './ui/theme';
import './ui/tokens.css';

applyStoredTheme();

// The product was updated while this page was open, and the part that is wanted now has another name: begin anew, once.
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem('reloaded-for') === location.href) return;
  sessionStorage.setItem('reloaded-for', location.href);
  event.preventDefault();
  location.reload();
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
