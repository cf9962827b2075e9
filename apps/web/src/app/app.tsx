import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { useLanguage } from '../lib/language';
import { Providers } from './providers';
import { Router } from './router';

export function App() {
  const language = useLanguage();
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Providers>
          {/* Another language renders all texts anew. What was typed is kept by the drafts of the forms. */}
          <Router key={language} />
        </Providers>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
