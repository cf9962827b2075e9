import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { create } from 'zustand';
import { lazyPart } from './lazy-part';

/** At most this many toasts at a time: a new one takes the place of the old. */
const LIMIT = 1;
/** Milliseconds after which a dismissed toast is removed from memory. */
export const REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  /** `destructive`: something failed. */
  variant?: 'default' | 'destructive';
  /** While it is open, only a failure or another celebration takes its place. */
  isCelebration?: boolean;
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

/** Toasts in memory, newest first. */
export const useToasts = create<readonly ShownToast[]>(() => []);
let lastId = 0;
const removals = new Map<number, ReturnType<typeof setTimeout>>();

const change = (update: (toasts: readonly ShownToast[]) => readonly ShownToast[]) => useToasts.setState(update, true);

/** Shows a toast and returns its id; that of an open celebration, which stays. */
export function toast(message: ToastMessage): number {
  const [shown] = useToasts.getState();
  if (shown?.open && shown.isCelebration && !message.isCelebration && message.variant !== 'destructive')
    return shown.id;
  const id = ++lastId;
  change((toasts) => [{ ...message, id, open: true }, ...toasts].slice(0, LIMIT));
  return id;
}

/** Closes one toast, or all of them. It leaves the screen now and memory after REMOVE_DELAY_MS. */
export function dismissToast(id?: number): void {
  for (const each of useToasts.getState()) {
    if ((id === undefined || each.id === id) && !removals.has(each.id)) {
      removals.set(
        each.id,
        setTimeout(() => remove(each.id), REMOVE_DELAY_MS),
      );
    }
  }
  change((toasts) => toasts.map((each) => (id === undefined || each.id === id ? { ...each, open: false } : each)));
}

function remove(id: number): void {
  removals.delete(id);
  change((toasts) => toasts.filter((each) => each.id !== id));
}

// Loaded separately, so that the landing page does not wait for it; fetched at the first touch or key press, before
// anything can fail.
const loadView = () => import('./toast-view');
const ToastView = lazyPart(() => loadView().then((module) => module.default), PlainToasts);

/** Loads the toast view ahead, for a screen that may have to show one at once. */
export async function prepareToasts(): Promise<void> {
  // If it fails, the toast itself tries again.
  await loadView().catch(() => undefined);
}

/** Plain text for when the view failed to load; it is loaded again once there is a network. */
function PlainToasts({ toasts: shown, retry }: { toasts: readonly ShownToast[]; retry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });
  return (
    <div role="status" className="fixed inset-x-3 bottom-3 z-100 sm:start-auto sm:max-w-[420px]">
      {shown
        .filter(({ open }) => open)
        .map(({ id, title, description }) => (
          <p key={id} className="plate p-4">
            <b className="block">{title}</b> {description}
          </p>
        ))}
    </div>
  );
}

/** Shows all toasts; rendered once in the page. */
export function Toaster() {
  const shown = useToasts();
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const need = () => setNeeded(true);
    const signs = ['pointerdown', 'keydown'] as const;
    signs.forEach((sign) => window.addEventListener(sign, need, { once: true }));
    return () => signs.forEach((sign) => window.removeEventListener(sign, need));
  }, []);
  if (!isNeeded && shown.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastView toasts={shown} onDismiss={dismissToast} />
    </Suspense>
  );
}
