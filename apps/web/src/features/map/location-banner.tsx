import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

/** Shown while no location of the player is known. */
export function LocationBanner({ onEnable, pending }: { onEnable: () => void; pending: boolean }) {
  return (
    <section aria-label="Location" className="plate pointer-events-auto flex items-center gap-3 py-2 pl-3.5 pr-2 [--cut-a:10px] [--cut-b:7px] [--cut-line:var(--place-ink)]">
      <Icon name="locate" size={24} className="shrink-0 text-place-ink" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="font-semibold">Enable Location Access</p>
        <p className="text-sm text-muted">Get personalized street art discoveries near you</p>
      </div>
      <Button size="sm" variant="primary" pending={pending} onClick={onEnable}>Enable</Button>
    </section>
  );
}
