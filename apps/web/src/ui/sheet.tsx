import { m } from '#messages';
import clsx from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button';
import { useReturnFocus } from './use-return-focus';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shown in place of the title, which is then for screen readers only. */
  heading?: ReactNode;
  description?: ReactNode;
  /** `left` is a side menu; `side` is a sheet from below on phones and a panel on the right on desktops. */
  from?: 'left' | 'side';
  closeLabel?: string;
  className?: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** A panel that slides in over the page, with an overlay; the overlay, Escape and the button close it. */
export function Sheet({
  open,
  onOpenChange,
  title,
  heading,
  description,
  from = 'side',
  closeLabel,
  className,
  children,
  footer,
}: SheetProps) {
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          data-testid="overlay"
          className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          className={clsx('plaster fixed z-50 flex flex-col shadow-shade outline-none', sides[from], className)}
        >
          <header className="flex items-start gap-3 px-5 pb-2 pt-5">
            <div className="min-w-0 flex-1">
              {heading}
              <Radix.Title className={heading ? 'sr-only' : 'marker text-2xl'}>{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon="close" label={closeLabel ?? m.ui_close()} className="-me-2 -mt-1.5 ms-auto" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-2">{children}</div>
          {footer && (
            <footer
              data-bottom-bar
              className="flex flex-wrap gap-3 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] pt-3"
            >
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const sides = {
  left:
    'inset-y-0 start-0 w-80 max-w-[100vw] border-e border-line data-[state=closed]:animate-to-left ' +
    'data-[state=open]:animate-from-left',
  side: clsx(
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-2xl border-t border-line data-[state=closed]:animate-sink ' +
      'data-[state=open]:animate-rise',
    'lg:inset-y-0 lg:start-auto lg:end-0 lg:max-h-none lg:w-[26rem] lg:rounded-none lg:border-s lg:border-t-0 ' +
      'lg:data-[state=closed]:animate-to-right lg:data-[state=open]:animate-from-right',
  ),
};
