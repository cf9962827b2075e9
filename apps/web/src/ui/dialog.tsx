import { m } from '#messages';
import clsx from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';
import { InDialog, useReturnFocus } from './use-return-focus';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** False: neither Escape nor a click outside nor the close button closes it. */
  dismissible?: boolean;
  /** Whether closing it would lose what was typed or chosen: then it is asked about first. */
  isUnsaved?: () => boolean;
  size?: 'sm' | 'md' | 'lg';
  /** The dialog was hidden and opens again here; closing it still returns the focus to where it was first opened. */
  resumeAt?: RefObject<HTMLElement | null>;
  children?: ReactNode;
  /** The row of buttons; it stays visible while the body scrolls. */
  footer?: ReactNode;
}

/** A dialog in the middle of the screen; on phones it rises from below. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  dismissible = true,
  isUnsaved,
  size = 'md',
  resumeAt,
  children,
  footer,
}: DialogProps) {
  const focus = useReturnFocus(resumeAt);
  const [isConfirming, setConfirming] = useState(false);
  const hold = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  const change = (next: boolean) => {
    if (!next && dismissible && isUnsaved?.()) setConfirming(true);
    else if (next || dismissible) onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          onEscapeKeyDown={hold}
          onPointerDownOutside={hold}
          onInteractOutside={hold}
          className={clsx(
            'fixed z-50 flex max-h-[92dvh] flex-col outline-none',
            'inset-x-0 bottom-0 data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            'sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100%-3rem)] sm:data-[state=closed]:animate-unstick ' +
              'sm:data-[state=open]:animate-stick',
            widths[size],
          )}
        >
          <InDialog value>
            <div className="plate flex min-h-0 flex-1 flex-col [--cut-a:26px] [--cut-b:16px] [--cut-line:var(--edge)]">
              <header className="flex items-start gap-3 px-5 pb-2 pt-5 sm:px-7 sm:pt-6">
                <div className="min-w-0 flex-1">
                  <Radix.Title className="marker text-2xl">{title}</Radix.Title>
                  {description && <Radix.Description className="mt-1.5 text-muted">{description}</Radix.Description>}
                </div>
                <Radix.Close asChild>
                  <IconButton icon="close" label={m.ui_close()} disabled={!dismissible} className="-me-2 -mt-1.5" />
                </Radix.Close>
              </header>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-3 sm:px-7">{children}</div>
              {footer && (
                <footer className="flex flex-wrap justify-end gap-3 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] pt-3 sm:px-7 sm:pb-6">
                  {footer}
                </footer>
              )}
            </div>
            {isConfirming && (
              <ConfirmDiscard
                onKeep={() => setConfirming(false)}
                onDiscard={() => {
                  setConfirming(false);
                  onOpenChange(false);
                }}
              />
            )}
          </InDialog>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Asks before a dialog is closed with what was typed or chosen in it. */
function ConfirmDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onKeep();
      }}
      size="sm"
      title={m.ui_discard_title()}
      description={m.ui_discard_text()}
      footer={
        <>
          <Button onClick={onDiscard}>{m.ui_discard()}</Button>
          <Button variant="primary" onClick={onKeep}>
            {m.ui_discard_keep()}
          </Button>
        </>
      }
    />
  );
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' };
