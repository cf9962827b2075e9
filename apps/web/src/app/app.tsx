import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { Providers } from './providers';
import { Router } from './router';

export function App() {
  return (
    <ErrorBoundary>
      <Providers>
        <BrowserRouter>
          <Router />
        </BrowserRouter>
      </Providers>
    </ErrorBoundary>
  );
}
