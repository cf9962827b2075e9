import { m } from '#messages';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  /** False hides it; a dialog that is rendered only while it asks can leave this out. */
  open?: boolean;
  title: string;
  /** The consequences. */
  text?: ReactNode;
  /** The button that does it: "Remove". */
  confirmLabel: ReactNode;
  /** The button that does not; "Cancel" by default. */
  cancelLabel?: string;
  /** `danger`: something is lost. */
  tone?: 'danger' | 'primary';
  /** It is being done; the dialog stays until then. */
  pending?: boolean;
  /** Why it could not be done. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  open = true,
  title,
  text,
  confirmLabel,
  cancelLabel,
  tone = 'danger',
  pending = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      dismissible={!pending}
      size="sm"
      title={title}
      description={text}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            {cancelLabel ?? m.ui_cancel()}
          </Button>
          <Button variant={tone} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="font-medium text-danger-ink">
          {error}
        </p>
      )}
    </Dialog>
  );
}
