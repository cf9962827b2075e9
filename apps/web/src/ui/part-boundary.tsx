import { m } from '#messages';
import clsx from 'clsx';
import { Component, type ReactNode } from 'react';
import { recordPageError } from '../lib/page-errors';
import { Button } from './button';
import { EmptyState } from './empty-state';

interface PartBoundaryProps {
  /** The message in place of a failed part: "The map could not be shown". */
  title: string;
  /** Class of the element in place of a failed part. */
  className?: string;
  children: ReactNode;
}

/** Wraps one part of a screen: if it fails, a message is shown in its place, and the rest of the screen continues. */
export class PartBoundary extends Component<PartBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    recordPageError(error);
  }

  override render() {
    const { title, className, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <div className={clsx('grid place-items-center', className)}>
        <EmptyState
          kind="error"
          title={title}
          text={m.ui_rest_still_works()}
          action={<Button onClick={() => this.setState({ isBroken: false })}>{m.ui_try_again()}</Button>}
        />
      </div>
    );
  }
}
