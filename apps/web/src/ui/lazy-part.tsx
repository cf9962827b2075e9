import { m } from '#messages';
import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { browser } from '../lib/browser';
import { Button } from './button';
import { EmptyState } from './empty-state';

/** A lazily loaded part of the page could not be loaded: no network, or an update removed its file. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';

  constructor(cause: unknown) {
    super('A part of the page did not load.', { cause });
  }
}

/** Returns what `load` imports. @throws {PartNotLoaded} */
export const loadPart = <T,>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause: unknown) => {
    throw new PartNotLoaded(cause);
  });

/**
 * A component whose code is loaded when it is first shown; must be inside a Suspense. If loading fails, `failed` is
 * shown in its place with the same props and a `retry`, and everything around it stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed: ComponentType<Props & Retry> = PartFailed,
): ComponentType<Props> {
  // TypeScript would look for `retry` in Props, too.
  const Failed = failed as ComponentType<object>;
  let shared: ComponentType<object> | undefined;
  const part = () => (shared ??= lazy(async () => ({ default: (await loadPart(load)) as ComponentType<object> })));
  return function LazyPart(props: Props) {
    const [{ Part, round }, setTry] = useState(() => ({ Part: part(), round: 0 }));
    const retry = () => setTry({ Part: part(), round: round + 1 });
    // Only once the failure is shown: until then React may render this component again, which must not load again.
    const reset = () => {
      if (shared === Part) shared = undefined;
    };
    return (
      <Boundary key={round} failed={<Failed {...props} {...{ retry }} />} onFailed={reset}>
        <Part {...props} />
      </Boundary>
    );
  };
}

interface Retry {
  retry: () => void;
}

class Boundary extends Component<
  { failed: ReactNode; onFailed: () => void; children: ReactNode },
  { error: Error | null }
> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onFailed();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // A part that loaded and then threw is not a loading failure.
    if (!(error instanceof PartNotLoaded)) throw error;
    return this.props.failed;
  }
}

interface PartFailedProps extends Retry {
  /** Of a part that can be closed. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** Shows that something did not load. Reloading the page is the player's choice, because it loses unsaved input. */
export function PartFailed({ retry, open = true, onOpenChange }: PartFailedProps) {
  return (
    open && (
      <EmptyState
        kind="error"
        title={m.ui_not_loaded_title()}
        text={m.ui_not_loaded_text()}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" onClick={retry}>
              {m.ui_try_again()}
            </Button>
            <Button onClick={() => browser.reload()}>{m.ui_reload()}</Button>
            {onOpenChange && (
              <Button variant="quiet" onClick={() => onOpenChange(false)}>
                {m.ui_close()}
              </Button>
            )}
          </div>
        }
      />
    )
  );
}

/** The same, in place of a whole screen. */
export function ScreenFailed({ retry }: Retry) {
  return (
    <main id="content" tabIndex={-1} className="plaster grid min-h-dvh place-items-center outline-none">
      <PartFailed retry={retry} />
    </main>
  );
}
