import { m } from '#messages';
import clsx from 'clsx';
import { Toast } from 'radix-ui';
import { Icon } from './icon';
import type { ShownToast } from './toast';

/** Milliseconds a toast is shown for. */
const DURATION_MS = 5000;
/** Pixels of a swipe to the right that dismiss. */
const SWIPE_THRESHOLD_PX = 50;

export default function ToastView({
  toasts,
  onDismiss,
}: {
  toasts: readonly ShownToast[];
  onDismiss: (id: number) => void;
}) {
  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toasts.map(({ id, open, title, description, variant }) => (
        <Toast.Root
          key={id}
          open={open}
          onOpenChange={(next) => {
            if (!next) onDismiss(id);
          }}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          data-variant={variant ?? 'default'}
          className={clsx(
            'plate flex items-start gap-3 py-3.5 ps-5 pe-2 drop-shadow-[0_12px_28px_rgb(0_0_0/0.45)]',
            'data-[state=closed]:animate-fade-out data-[state=open]:animate-from-right ' +
              'data-[swipe=end]:animate-swipe-out',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ' +
              'data-[swipe=cancel]:transition-transform',
            variant === 'destructive' ? '[--cut-line:var(--danger)]' : '[--cut-line:var(--action-ink)]',
          )}
        >
          <Icon
            name={variant === 'destructive' ? 'warning' : 'check'}
            size={22}
            className={clsx('mt-0.5 shrink-0', variant === 'destructive' ? 'text-danger-ink' : 'text-action-ink')}
          />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{title}</Toast.Title>
            {description && <Toast.Description className="text-sm text-muted">{description}</Toast.Description>}
          </div>
          <Toast.Close
            aria-label={m.ui_close()}
            className="-my-1 grid size-11 shrink-0 place-items-center rounded-sm text-muted hover:text-ink"
          >
            <Icon name="close" size={18} />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* Below: the header keeps its controls, and a field that takes the focus stays away from the edges (tokens.css). */}
      <Toast.Viewport className="fixed inset-x-0 bottom-(--toast-lift,0px) z-70 m-0 flex w-full list-none flex-col gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none sm:start-auto md:max-w-[420px]" />
    </Toast.Provider>
  );
}
