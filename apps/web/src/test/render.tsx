import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { Data } from '../app/data';
import { Providers } from '../app/providers';
import { newQueryClient } from '../api/query';

/** Renders in the providers of the page at the route `at`; `path()` returns the router's location. */
export function renderAt(at: string, children: ReactNode) {
  let location = at;
  window.history.replaceState(null, '', at);
  function Watch() {
    const { pathname, search } = useLocation();
    location = pathname + search;
    return null;
  }
  const client = newQueryClient();
  const view = render(
    <BrowserRouter>
      <Data client={client}>
        <Providers>
          {children}
          <Watch />
        </Providers>
      </Data>
    </BrowserRouter>,
  );
  return { ...view, client, user: userEvent.setup(), path: () => location };
}
