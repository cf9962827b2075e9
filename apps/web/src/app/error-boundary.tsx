import { m } from '#messages';
import { Component, type ReactNode } from 'react';
import { browser } from '../lib/browser';
import { recordPageError } from '../lib/page-errors';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** Catches errors of a screen, shows a message and offers to start again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    recordPageError(error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="plaster grid min-h-dvh place-items-center">
        <EmptyState
          kind="error"
          title={m.app_broken_title()}
          text={m.app_broken_text()}
          action={
            <Button variant="primary" onClick={() => browser.reload()}>
              {m.app_load_again()}
            </Button>
          }
        />
      </main>
    );
  }
}
