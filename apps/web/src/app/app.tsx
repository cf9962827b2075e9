import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { Providers } from './providers';
import { Router } from './router';

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Providers>
          <Router />
        </Providers>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
