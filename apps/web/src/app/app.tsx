import { useLanguage } from '../lib/language';
import { ErrorBoundary } from './error-boundary';
import { Providers } from './providers';
import { Router } from './router';

/** The page, inside a router for addresses. */
export function App() {
  const language = useLanguage();
  return (
    <ErrorBoundary>
      <Providers>
        {/* Another language renders all texts anew. What was typed is kept by the drafts of the forms. */}
        <Router key={language} />
      </Providers>
    </ErrorBoundary>
  );
}
