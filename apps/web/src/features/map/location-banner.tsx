import { m } from '#messages';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

/** Shown while no location of the player is known. */
export function LocationBanner({ onEnable, pending }: { onEnable: () => void; pending: boolean }) {
  return (
    <section
      aria-label={m.map_location()}
      className="plate pointer-events-auto flex items-center gap-3 py-2 ps-3.5 pe-2 [--cut-a:10px] [--cut-b:7px] [--cut-line:var(--place-ink)]"
    >
      <Icon name="locate" size={24} className="shrink-0 text-place-ink" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="font-semibold">{m.map_location_title()}</p>
        <p className="text-sm text-muted">{m.map_location_text()}</p>
      </div>
      <Button size="sm" variant="primary" pending={pending} onClick={onEnable}>
        {m.map_location_enable()}
      </Button>
    </section>
  );
}
